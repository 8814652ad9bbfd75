//===- InlinedText.cpp - Once more, with bodies in the place of calls -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop keeps its calls and macros, unless it is pipelined only without, or
// more of its copies are wide. What one loop of a file needs or breaks is no
// matter to the others: a second run would find it out.
//
//===----------------------------------------------------------------------===//

#include "TextRound.h"
#include <set>

using namespace llvm;
using clang::tooling::AtomicChange;

namespace cudapipe {
namespace {

using Loops = std::set<size_t>;

/// Each reads the file again, and more than once.
constexpr unsigned MaxTries = 16;

/// The text with bodies in the place of what some loops call.
class Inlined {
public:
  Inlined(const TextRound &First, RewriteOptions Options)
      : First(First), Options(withoutLines(std::move(Options), First)) {}

  /// Puts bodies into \p Wanted until these are pipelined or call nothing more:
  /// macros stand in macros. Loops that mean something else then leave \p
  /// Wanted; nothing if there are such, or the file suffers.
  std::optional<TextRound> edit(Loops &Wanted) const;
  /// \p Wanted without those that the file suffers from.
  Loops harmless(const Loops &Wanted) const;
  /// \p Last, with its loads where they are stored. Loops that are still
  /// refused, or have gained nothing, leave \p Wanted.
  TextRound finish(TextRound Last, Loops &Wanted) const;

private:
  void addHarmless(Loops &To, ArrayRef<size_t> More, unsigned &Tries) const;

  const TextRound &First;
  RewriteOptions Options;
};

} // namespace

/// \p After is \p Before with bodies in the place of calls: the same loops, and
/// none lost that was pipelined.
static bool isBetter(const TextRound &After, const TextRound &Before) {
  if (!keepsLoops(After, Before))
    return false;
  ArrayRef<LoopReport> Now = After.Result.Loops, Then = Before.Result.Loops;
  return all_of(zip(Now, Then), [](const auto &Pair) {
    const auto &[New, Old] = Pair;
    return New.Kernel == Old.Kernel && (Old.Why || !New.Why);
  });
}

std::optional<TextRound> Inlined::edit(Loops &Wanted) const {
  std::optional<TextRound> Last;
  for (unsigned Depth = 0; Depth < 4; ++Depth) {
    const TextRound &Before = Last ? *Last : First;
    std::vector<AtomicChange> Changes;
    Loops Edited;
    for (size_t I : Wanted)
      if (const LoopReport &Loop = Before.Result.Loops[I];
          Loop.Inlining && (Loop.Why || !First.Result.Loops[I].Why)) {
        Changes.push_back(*Loop.Inlining);
        Edited.insert(I);
      }
    if (Changes.empty())
      break;
    std::optional<TextRound> Next = nextRound(Before, Changes, Options);
    if (!Next)
      return std::nullopt;
    size_t Count = Wanted.size();
    if (Next->Result.Loops.size() == First.Result.Loops.size())
      // The others have their calls still, and mean what they did.
      for (size_t I : Edited)
        if (Before.Result.Loops[I].MeaningInlined !=
            Next->Result.Loops[I].Meaning)
          Wanted.erase(I);
    if (Wanted.size() < Count || !isBetter(*Next, First))
      return std::nullopt;
    Last = std::move(Next);
  }
  return Last;
}

void Inlined::addHarmless(Loops &To, ArrayRef<size_t> More,
                          unsigned &Tries) const {
  if (Tries++ >= MaxTries)
    return;
  Loops Trial = To;
  Trial.insert(More.begin(), More.end());
  size_t Count;
  bool Suffers;
  do {
    Count = Trial.size();
    Suffers = !edit(Trial);
  } while (Suffers && Trial.size() < Count);
  if (!Suffers) {
    To = std::move(Trial);
  } else if (More.size() > 1) {
    addHarmless(To, More.take_front(More.size() / 2), Tries);
    addHarmless(To, More.drop_front(More.size() / 2), Tries);
  }
}

Loops Inlined::harmless(const Loops &Wanted) const {
  std::vector<size_t> All(Wanted.begin(), Wanted.end());
  Loops Out;
  unsigned Tries = 0;
  for (size_t Half = All.size() / 2;
       ArrayRef<size_t> Part :
       {ArrayRef(All).take_front(Half), ArrayRef(All).drop_front(Half)})
    addHarmless(Out, Part, Tries);
  return Out;
}

TextRound Inlined::finish(TextRound Last, Loops &Wanted) const {
  if (std::optional<TextRound> Shown = loadText(Last, Options))
    Last = std::move(*Shown);
  std::erase_if(Wanted, [&](size_t I) {
    const LoopReport &New = Last.Result.Loops[I], &Old = First.Result.Loops[I];
    bool IsBetter = New.WideCopies > Old.WideCopies ||
                    (Old.Stages == 1 && New.Stages > 1) ||
                    (Old.AsyncCopies == 0 && New.AsyncCopies > 0);
    return New.Why || (!Old.Why && !IsBetter);
  });
  return Last;
}

std::optional<TextRound> inlinedText(const TextRound &First,
                                     RewriteOptions Options,
                                     bool ForWideCopies) {
  Loops Wanted;
  for (auto [I, Loop] : enumerate(First.Result.Loops))
    if (Loop.Inlining && Loop.Why.has_value() != ForWideCopies)
      Wanted.insert(I);
  Inlined Text(First, std::move(Options));
  bool TriedParts = false;
  while (!Wanted.empty()) {
    size_t Count = Wanted.size();
    std::optional<TextRound> Last = Text.edit(Wanted);
    if (Last) {
      TextRound Done = Text.finish(std::move(*Last), Wanted);
      if (Wanted.size() == Count)
        return Done;
    } else if (Wanted.size() == Count) {
      // One is in the way of the others.
      if (Count == 1 || std::exchange(TriedParts, true))
        return std::nullopt;
      Wanted = Text.harmless(Wanted);
    }
  }
  return std::nullopt;
}

} // namespace cudapipe
