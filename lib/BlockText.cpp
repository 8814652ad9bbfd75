//===- BlockText.cpp - Once more, with blocks around loops ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where there is no room for a pipeline, nothing else about the loop is known.
// So all rounds are made with the room there.
//
//===----------------------------------------------------------------------===//

#include "TextRound.h"
#include <set>

using namespace llvm;
using clang::tooling::AtomicChange;

namespace cudapipe {

/// \p Loop, refused for where it stands, is refused elsewhere for \p Next.
static void tellNext(LoopReport &Loop, const Rejection &Next) {
  if (Loop.Why && Loop.Why->Kind != Next.Kind)
    Loop.Why->Detail +=
        ("; without that: " + Next.Detail + " [" + rejectionId(Next.Kind) + "]")
            .str();
}

/// In \p Texts, the functions of \p Wanted mean what they are to mean.
static bool isMeant(const TextRound &First, const std::set<size_t> &Wanted,
                    const UnitTexts &Texts, RewriteOptions Options) {
  if (none_of(Wanted, [&](size_t I) {
        return !First.Result.Loops[I].MeaningInBlock.empty();
      }))
    return true;
  Options.Round.ShowFunctions = true;
  Expected<TextRound> Read = searchTexts(Texts, Options);
  if (!Read) {
    consumeError(Read.takeError());
    return false;
  }
  ArrayRef<LoopReport> Then = First.Result.Loops, Now = Read->Result.Loops;
  return keepsLoops(*Read, First) && all_of(Wanted, [&](size_t I) {
           return Then[I].MeaningInBlock.empty() ||
                  Then[I].MeaningInBlock == Now[I].MeaningOfFunction;
         });
}

/// \p Made, of \p Edited, as a result of \p First.
static Expected<TextResult> asOf(const TextRound &First, TextResult Made,
                                 const UnitTexts &Edited) {
  Expected<UnitTexts> Texts = Edited.with(Made.Result.Changes);
  if (!Texts)
    return Texts.takeError();
  keepPlaces(Made.Result, First.Result);
  if (Error Failed = makeOneChangeOfEach(Edited.changedSince(First.Texts),
                                         Made.Result, First.Texts, *Texts))
    return std::move(Failed);
  Made.ParseErrors = First.Errors;
  return Made;
}

/// \p First with the edits of \p Wanted. One edit that gives a block to two
/// loops is made once.
static Expected<UnitTexts> inBlocks(const TextRound &First,
                                    const std::set<size_t> &Wanted) {
  std::vector<AtomicChange> Changes;
  for (size_t I : Wanted) {
    const AtomicChange &Block = *First.Result.Loops[I].Block;
    if (none_of(Changes, [&](const AtomicChange &Other) {
          return Other.getReplacements() == Block.getReplacements();
        }))
      Changes.push_back(Block);
  }
  return First.Texts.with(Changes);
}

std::optional<TextResult> blockText(TextRound &First, RewriteOptions Options) {
  std::set<size_t> Wanted, Alone;
  for (auto [I, Loop] : enumerate(First.Result.Loops))
    if (Loop.Block)
      Wanted.insert(I);
  Options = withoutLines(std::move(Options), First);
  while (!Wanted.empty() || !Alone.empty()) {
    // The next round finds the others.
    if (Wanted.empty())
      Wanted.insert(Alone.extract(Alone.begin()));
    Expected<UnitTexts> Texts = inBlocks(First, Wanted);
    if (!Texts || !isMeant(First, Wanted, *Texts, Options)) {
      consumeError(Texts.takeError());
      if (Wanted.size() > 1)
        Alone = Wanted;
      Wanted.clear();
      continue;
    }
    Expected<TextResult> Next = unreadResult(*Texts, Options);
    if (!Next) {
      consumeError(Next.takeError());
      return std::nullopt;
    }
    ArrayRef<LoopReport> Now = Next->Result.Loops;
    if (Now.size() != First.Result.Loops.size() ||
        Next->ParseErrors.size() > First.Errors.size())
      return std::nullopt;
    size_t Count = Wanted.size();
    for (size_t I : Wanted)
      if (Now[I].Why)
        tellNext(First.Result.Loops[I], *Now[I].Why);
    std::erase_if(Wanted, [&](size_t I) { return Now[I].Why.has_value(); });
    if (Wanted.size() < Count)
      continue;
    Expected<TextResult> Out = asOf(First, std::move(*Next), *Texts);
    if (Out)
      return std::move(*Out);
    consumeError(Out.takeError());
    return std::nullopt;
  }
  return std::nullopt;
}

} // namespace cudapipe
