//===- SkippedText.cpp - Once more, with barriers in every trip -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where all threads of the block skip a trip, the load of the next tile has to
// go on: so each trip meets at the barriers, if that is what it takes.
//
//===----------------------------------------------------------------------===//

#include "TextRound.h"
#include <set>

using namespace llvm;
using clang::tooling::AtomicChange;

namespace cudapipe {

std::optional<TextRound> skippedText(const TextRound &First,
                                     RewriteOptions Options) {
  ArrayRef<LoopReport> Then = First.Result.Loops;
  std::set<size_t> Wanted;
  for (auto [I, Loop] : enumerate(Then))
    if (Loop.Skipping)
      Wanted.insert(I);
  Options = withoutLines(std::move(Options), First);
  while (!Wanted.empty()) {
    std::vector<AtomicChange> Changes;
    for (size_t I : Wanted)
      Changes.push_back(*Then[I].Skipping);
    std::optional<TextRound> Next = nextRound(First, Changes, Options);
    if (!Next)
      return std::nullopt;
    // Pointers and calls may be in the way, too.
    TextRound Tried = *Next;
    if (std::optional<TextRound> Moved = pointersText(Tried, Options))
      Tried = std::move(*Moved);
    if (std::optional<TextRound> Inlined =
            inlinedText(Tried, Options, /*ForWideCopies=*/false))
      Tried = std::move(*Inlined);
    ArrayRef<LoopReport> Now = Tried.Result.Loops;
    if (Now.size() != Then.size() || Next->Errors.size() > First.Errors.size())
      return std::nullopt;
    size_t Count = Wanted.size();
    std::erase_if(Wanted, [&](size_t I) { return Now[I].Why.has_value(); });
    if (Wanted.size() == Count)
      return Next;
  }
  return std::nullopt;
}

} // namespace cudapipe
