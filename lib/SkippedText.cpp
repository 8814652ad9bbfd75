//===- SkippedText.cpp - Once more, with barriers in every trip -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where all threads of the block skip a trip, the load of the next tile has to
// go on: so each trip meets at the barriers, if that is what it takes. What one
// loop breaks is no matter to the others.
//
//===----------------------------------------------------------------------===//

#include "TextRound.h"
#include <set>

using namespace llvm;
using clang::tooling::AtomicChange;

namespace cudapipe {

/// The text in which the loops \p Wanted meet in all trips, read again. Nothing
/// if the file suffers, or if they do not mean then what they have to.
static std::optional<TextRound> edited(const TextRound &First,
                                       const std::set<size_t> &Wanted,
                                       const RewriteOptions &Options) {
  ArrayRef<LoopReport> Then = First.Result.Loops;
  std::vector<AtomicChange> Changes;
  for (size_t I : Wanted)
    Changes.push_back(*Then[I].Skipping);
  std::optional<TextRound> Next = nextRound(First, Changes, Options);
  if (!Next || !keepsLoops(*Next, First) || any_of(Wanted, [&](size_t I) {
        return Next->Result.Loops[I].Meaning != Then[I].MeaningOfSkipping;
      }))
    return std::nullopt;
  return Next;
}

std::optional<TextRound> skippedText(const TextRound &First,
                                     RewriteOptions Options) {
  std::set<size_t> Wanted;
  for (auto [I, Loop] : enumerate(First.Result.Loops))
    if (Loop.Skipping)
      Wanted.insert(I);
  Options = withoutLines(std::move(Options), First);
  bool TriedParts = false;
  while (!Wanted.empty()) {
    std::optional<TextRound> Next = edited(First, Wanted, Options);
    if (!Next) {
      if (std::exchange(TriedParts, true))
        return std::nullopt;
      std::erase_if(Wanted,
                    [&](size_t I) { return !edited(First, {I}, Options); });
      continue;
    }
    // Pointers and calls may be in the way, too.
    TextRound Tried = *Next;
    if (std::optional<TextRound> Moved = pointersText(Tried, Options))
      Tried = std::move(*Moved);
    if (std::optional<TextRound> Inlined =
            inlinedText(Tried, Options, /*ForWideCopies=*/false))
      Tried = std::move(*Inlined);
    ArrayRef<LoopReport> Now = Tried.Result.Loops;
    if (Now.size() != First.Result.Loops.size())
      return std::nullopt;
    size_t Count = Wanted.size();
    std::erase_if(Wanted, [&](size_t I) { return Now[I].Why.has_value(); });
    if (Wanted.size() == Count)
      return Next;
  }
  return std::nullopt;
}

} // namespace cudapipe
