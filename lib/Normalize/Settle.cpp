//===- Settle.cpp - The order of the passes, and their fixpoint -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass is made in all loops that propose it. Those that the result, read
// again, is no good for keep their text, and it is made again in the others,
// until it is good for all.
//
//===----------------------------------------------------------------------===//

#include "NormalizePass.h"

using namespace llvm;
using clang::tooling::AtomicChange;

namespace cudapipe {
namespace {

/// The passes, in their order.
enum PassId : unsigned {
  Block,
  PlainTiles,
  Arrivals,
  OneObject,
  Barriers,
  ShortTiles,
  CopyLoops,
  LoadState,
  Pointers,
  Calls,
  WideCalls,
  LoadCalls,
  LoadVariables,
  FirstPasses,
  WideRows,
  TwoBlocks,
  FreeRows,
};

/// A pass, and what goes with it.
struct PassRow {
  const NormalizePass &(*Pass)();
  /// How often it is made before it is judged: its edits show what is behind.
  unsigned Depth = 1;
  /// What else may be in the way: made behind it, before it is judged.
  std::array<std::optional<PassId>, 4> Then = {};
  /// The same, of all passes; no pass is made behind these.
  bool IsBeforeAll = false;
  /// What it has to be better than. That one is made in its place.
  std::optional<PassId> RatherThan = std::nullopt;
  /// The edits change more of the function than the loop: Proposal::Meaning is
  /// that of the function.
  bool IsOfFunction = false;
  /// What was chosen stays.
  bool KeepsDecisions = false;
  /// No row gets longer behind it.
  bool SetsRows = false;
  /// It relies on it that all threads of the block meet at the barriers.
  bool MovesBarriers = false;
};

/// By PassId.
const PassRow Passes[] = {
    {.Pass = blockAroundLoop, .IsBeforeAll = true, .IsOfFunction = true},
    {.Pass = tilesWithoutVolatile, .IsBeforeAll = true, .MovesBarriers = true},
    {.Pass = arrivalsAtOnce, .IsBeforeAll = true, .MovesBarriers = true},
    {.Pass = oneBarrier, .IsBeforeAll = true, .MovesBarriers = true},
    {.Pass = barriersInEveryTrip,
     .Depth = 4,
     .Then = {CopyLoops, LoadState, Pointers, Calls},
     .MovesBarriers = true},
    {.Pass = shortTileBehind,
     .Then = {CopyLoops, Pointers, Calls},
     .MovesBarriers = true},
    {.Pass = copyLoopsApart, .Then = {Pointers, Calls}},
    {.Pass = stateOfTheLoad, .Then = {Pointers, Calls}, .IsOfFunction = true},
    {.Pass = pointersInEveryTrip, .Then = {Calls, LoadCalls}},
    {.Pass = bodiesForCalls, .Depth = 4, .Then = {LoadCalls, FirstPasses}},
    {.Pass = bodiesForWideCopies, .Depth = 4, .Then = {LoadCalls}},
    {.Pass = loadsForCalls,
     .Depth = 4,
     .Then = {LoadVariables, LoadVariables},
     .RatherThan = LoadVariables},
    {.Pass = loadsForVariables},
    {.Pass = firstPassesApart, .Then = {LoadCalls}},
    {.Pass = rowsForWideCopies},
    {.Pass = registersForTwoBlocks, .KeepsDecisions = true},
    {.Pass = rowsWithoutConflicts, .KeepsDecisions = true, .SetsRows = true},
};

/// Each reads the file again, and more than once.
constexpr unsigned MaxTries = 32;

using Loops = std::set<size_t>;

/// How many of its proposals a loop has left, the last of which is tried.
using ProposalsLeft = std::map<size_t, size_t>;

/// \p Round for texts with the loops of \p First in other lines.
RoundState withoutLines(RoundState Round, const RewriteOptions &Options,
                        const TextRound &First) {
  // The lines have moved; the order of the loops has not.
  if (!Round.HasMoved)
    for (const LoopReport &Loop : First.loops()) {
      if (Loop.Why && Loop.Why->Kind == RejectionKind::FilesDisagree)
        Round.Denied[Loop.Ordinal] = Loop.Why->Detail;
      if (!Options.Loops.Lines.empty() || Options.Loops.HeaderLines)
        Round.Only.insert(Loop.Ordinal);
    }
  Round.HasMoved = true;
  return Round;
}

std::optional<TextRound> settle(PassId Id, TextRound &First,
                                const RewriteOptions &Options,
                                const RoundState &Round);

/// One pass over the loops of one text.
class Fixpoint {
public:
  Fixpoint(PassId Id, TextRound &First, const RewriteOptions &Options,
           const RoundState &Round)
      : Id(Id), Row(Passes[Id]), Pass(Row.Pass()), First(First),
        Options(Options), Round(withoutLines(Round, Options, First)) {}

  std::optional<TextRound> run();

private:
  std::optional<TextRound>
  read(const TextRound &From,
       const std::map<size_t, const Proposal *> &Made) const;
  std::optional<TextRound> edit(const ProposalsLeft &Of, Loops &Others);
  std::optional<TextRound> withThen(TextRound After);
  void addHarmless(Loops &To, ArrayRef<size_t> More);
  void drop(size_t I, const TextRound *After);
  TextRound kept(TextRound After) const;
  const Proposal &proposal(size_t I) const {
    return First.File.Proposals[I][Id][Wanted.at(I) - 1];
  }

  const PassId Id;
  const PassRow &Row;
  const NormalizePass &Pass;
  TextRound &First;
  const RewriteOptions &Options;
  const RoundState Round;
  ProposalsLeft Wanted;
  unsigned Tries = 0;
};

/// Adds \p More to \p Rows, some of which are longer already.
void addRows(PaddedRows &Rows, const PaddedRows &More) {
  for (const auto &[Key, Row] : More)
    if (auto [It, IsNew] = Rows.insert({Key, Row}); !IsNew)
      It->second.Length = Row.Length;
}

/// \p From with the edits \p Made.
std::optional<TextRound>
Fixpoint::read(const TextRound &From,
               const std::map<size_t, const Proposal *> &Made) const {
  RoundState Now = Round;
  Now.Padded = From.Padded;
  Now.BarriersMoved = From.BarriersMoved;
  Now.RowsAreSet |= Row.SetsRows;
  Now.ShowFunctions = Row.IsOfFunction;
  if (Row.KeepsDecisions)
    for (const LoopReport &Loop : From.loops())
      if (Loop.Made.Decision)
        Now.Decided[Loop.Ordinal] = *Loop.Made.Decision;
  std::vector<AtomicChange> Changes;
  for (const auto &[I, One] : Made) {
    Changes.push_back(One->Change);
    addRows(Now.Padded, One->Rows);
    if (Row.MovesBarriers)
      Now.BarriersMoved.insert(From.loops()[I].Ordinal);
    if (One->Decision)
      Now.Decided[From.loops()[I].Ordinal] = *One->Decision;
  }
  auto Edits = Pass.merge(std::move(Changes));
  if (!Edits)
    return std::nullopt;
  Expected<UnitTexts> Texts = From.Texts.with(*Edits);
  Expected<TextRound> Next = Texts
                                 ? searchTexts(std::move(*Texts), Options, Now)
                                 : Expected<TextRound>(Texts.takeError());
  if (Next)
    return std::move(*Next);
  consumeError(Next.takeError());
  return std::nullopt;
}

/// The text with the edits of \p Of; nothing if the file or another loop
/// suffers, or \p Others mean something else then.
std::optional<TextRound> Fixpoint::edit(const ProposalsLeft &Of,
                                        Loops &Others) {
  ++Tries;
  std::optional<TextRound> Last;
  for (unsigned Depth = 0; Depth < Row.Depth; ++Depth) {
    const TextRound &From = Last ? *Last : First;
    std::map<size_t, const Proposal *> Made;
    for (auto [I, Left] : Of)
      if (const auto &All = From.File.Proposals[I][Id]; !All.empty())
        Made[I] = &All[std::min(Left, All.size()) - 1];
    if (Made.empty())
      break;
    std::optional<TextRound> Next = read(From, Made);
    if (!Next || Next->loops().size() != First.loops().size())
      return std::nullopt;
    for (auto [I, One] : Made) {
      const LoopReport &Loop = Next->loops()[I];
      if (!One->Meaning.empty() &&
          One->Meaning != (Row.IsOfFunction ? Loop.Form.MeaningOfFunction
                                            : Loop.Form.Meaning))
        Others.insert(I);
    }
    if (!Others.empty() || Next->Errors.size() > First.Errors.size())
      return std::nullopt;
    Last = std::move(Next);
  }
  for (size_t I = 0; I < First.loops().size(); ++I)
    if (!Of.count(I) && !Pass.spares(First.loops()[I], Last->loops()[I]))
      return std::nullopt;
  return Last;
}

/// Adds those of \p More to \p To that nothing suffers from.
void Fixpoint::addHarmless(Loops &To, ArrayRef<size_t> More) {
  if (Tries >= MaxTries / 2)
    return;
  Loops Trial(To), Others;
  Trial.insert(More.begin(), More.end());
  bool Suffers;
  do {
    for (size_t I : Others)
      Trial.erase(I);
    Others.clear();
    ProposalsLeft Of;
    for (size_t I : Trial)
      Of[I] = Wanted.at(I);
    Suffers = !edit(Of, Others);
  } while (Suffers && !Others.empty() &&
           none_of(To, [&](size_t I) { return Others.count(I); }) &&
           Trial.size() > To.size() + Others.size());
  if (!Suffers) {
    To = std::move(Trial);
  } else if (More.size() > 1) {
    addHarmless(To, More.take_front(More.size() / 2));
    addHarmless(To, More.drop_front(More.size() / 2));
  }
}

/// \p After with what else may be in the way out of it.
std::optional<TextRound> Fixpoint::withThen(TextRound After) {
  if (Row.IsBeforeAll)
    if (std::optional<TextRound> All = settleAll(After, Options, Round))
      return All;
  for (std::optional<PassId> Next : Row.Then)
    if (Next)
      if (std::optional<TextRound> More = settle(*Next, After, Options, Round))
        After = std::move(*More);
  return After;
}

/// Loop \p I does without the proposal that was tried.
void Fixpoint::drop(size_t I, const TextRound *After) {
  Pass.refuse(First.loops()[I], After ? &After->loops()[I] : nullptr, Options);
  if (--Wanted.at(I) == 0)
    Wanted.erase(I);
}

/// \p After under what was done before; passes behind this one have told
/// theirs.
TextRound Fixpoint::kept(TextRound After) const {
  for (auto [I, Loop] : enumerate(After.loops())) {
    std::vector<std::string> Also = First.loops()[I].Made.Also;
    if (auto It = Wanted.find(I); It != Wanted.end())
      append_range(Also, proposal(I).Also);
    for (const std::string &One : std::exchange(Loop.Made.Also, Also))
      if (!is_contained(Loop.Made.Also, One))
        Loop.Made.Also.push_back(One);
  }
  for (const auto &[I, Left] : Wanted) {
    append_range(After.loops()[I].Remarks, proposal(I).Remarks);
    append_range(After.loops()[I].Details, proposal(I).Details);
  }
  Pass.keep(After, First);
  return After;
}

std::optional<TextRound> Fixpoint::run() {
  std::optional<TextRound> Rather;
  if (Row.RatherThan)
    Rather = settle(*Row.RatherThan, First, Options, Round);
  for (auto [I, Proposals] : enumerate(First.File.Proposals))
    if (!Proposals[Id].empty())
      Wanted[I] = Proposals[Id].size();
  bool TriedParts = false;
  while (!Wanted.empty() && Tries < MaxTries) {
    Loops No;
    std::optional<TextRound> After = edit(Wanted, No);
    if (After) {
      After = withThen(std::move(*After));
      const Loops TooSlow = Pass.tooSlow(*After, Options);
      const TextRound &Before = Rather ? *Rather : First;
      for (const auto &[I, Left] : Wanted)
        if (TooSlow.count(I) ||
            !Pass.accept(Before.loops()[I], After->loops()[I], proposal(I)))
          No.insert(I);
      if (No.empty())
        return kept(std::move(*After));
    } else if ((No.empty() || Row.IsOfFunction) && Wanted.size() > 1 &&
               !TriedParts) {
      // One is in the way of the others.
      TriedParts = true;
      No.clear();
      std::vector<size_t> All;
      for (const auto &[I, Left] : Wanted)
        All.push_back(I);
      Loops Harmless;
      addHarmless(Harmless, ArrayRef(All).take_front(All.size() / 2));
      addHarmless(Harmless, ArrayRef(All).drop_front(All.size() / 2));
      for (const auto &[I, Left] : Wanted)
        if (!Harmless.count(I))
          No.insert(I);
      if (No.empty())
        continue;
    } else if (No.empty()) {
      No.insert(Wanted.rbegin()->first);
    }
    for (size_t I : No)
      drop(I, After ? &*After : nullptr);
  }
  return Rather;
}

/// \p First with one pass made, in loops that are better for it; nothing if
/// there are none.
std::optional<TextRound> settle(PassId Id, TextRound &First,
                                const RewriteOptions &Options,
                                const RoundState &Round) {
  return Fixpoint(Id, First, Options, Round).run();
}

/// Reports of \p Last under the places of \p First, and as there where a loop
/// is left alone.
void keepPlaces(std::vector<LoopReport> &Last,
                const std::vector<LoopReport> &First) {
  for (auto [New, Old] : zip(Last, First)) {
    if (New.Why) {
      New = Old;
      continue;
    }
    New.Where = Old.Where;
  }
}

/// No other text of the loop is looked at.
bool isFinal(RejectionKind Kind) {
  return Kind == RejectionKind::ParseError ||
         Kind == RejectionKind::NotReached ||
         Kind == RejectionKind::TakesTooLong ||
         Kind == RejectionKind::FilesDisagree ||
         Kind == RejectionKind::ResultDoesNotCompile ||
         Kind == RejectionKind::NoLint;
}

} // namespace

std::optional<std::vector<AtomicChange>>
NormalizePass::merge(std::vector<AtomicChange> Changes) const {
  std::vector<AtomicChange> Out;
  for (AtomicChange &Next : Changes)
    if (none_of(Out, [&](const AtomicChange &Other) {
          return Other.getReplacements() == Next.getReplacements();
        }))
      Out.push_back(std::move(Next));
  return Out;
}

bool isSameForm(const LoopReport &New, const LoopReport &Old) {
  return New.Kernel == Old.Kernel &&
         New.Why.has_value() == Old.Why.has_value() &&
         New.Form.Keys == Old.Form.Keys;
}

void addReason(LoopReport &Loop, const char *In, const LoopReport *Next) {
  if (Loop.Why && Next && Next->Why && Loop.Why->Kind != Next->Why->Kind)
    Loop.Why->Detail += ("; " + StringRef(In) + ": " + Next->Why->Detail +
                         " [" + rejectionId(Next->Why->Kind) + "]")
                            .str();
}

LoopProposals proposeAll(const LoopInText &Loop) {
  LoopProposals Out(std::size(Passes));
  const LoopCandidate &First = Loop.Instantiations.front();
  if (!Loop.Agreed.HangsOnUntaken &&
      (!Loop.why() || !isFinal(Loop.why()->Kind)) &&
      Loop.Filter.mayHaveOtherText(*First.Kernel, *First.Loop))
    for (auto [Row, OfPass] : zip(Passes, Out))
      OfPass = Row.Pass().propose(Loop);
  return Out;
}

std::optional<TextRound> settleAll(TextRound &First,
                                   const RewriteOptions &Options,
                                   const RoundState &Round) {
  std::optional<TextRound> Last;
  for (PassId Id :
       {Block, PlainTiles, Arrivals, OneObject, Barriers, ShortTiles, CopyLoops,
        LoadState, Pointers, Calls, WideCalls, LoadCalls, FirstPasses, WideRows,
        TwoBlocks, FreeRows}) {
    std::optional<TextRound> Next =
        settle(Id, Last ? *Last : First, Options, Round);
    if (!Next)
      continue;
    Last = std::move(Next);
    if (Passes[Id].IsBeforeAll)
      break;
  }
  if (Last)
    keepPlaces(Last->loops(), First.loops());
  return Last;
}

} // namespace cudapipe
