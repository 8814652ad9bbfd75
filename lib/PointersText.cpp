//===- PointersText.cpp - Once more, with names of tiles in each trip -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pointer into a tile that is set in front of the loop leads to one stage
// only. So the loop sets it, if that is what it takes to have stages.
//
//===----------------------------------------------------------------------===//

#include "TextRound.h"
#include <set>

using namespace llvm;
using clang::tooling::AtomicChange;

namespace cudapipe {

/// \p New, of a text in which the pointers of other loops were moved, is no
/// worse than \p Old.
static bool holds(const LoopReport &New, const LoopReport &Old) {
  return New.Kernel == Old.Kernel && (Old.Why || !New.Why) &&
         New.Stages >= Old.Stages;
}

/// \p Loop, refused for its pointers, is refused without them for \p Next.
static void tellNext(LoopReport &Loop, const Rejection &Next) {
  if (Loop.Why && Loop.Why->Kind != Next.Kind)
    Loop.Why->Detail +=
        ("; with the pointers set in each trip: " + Next.Detail + " [" +
         rejectionId(Next.Kind) + "]")
            .str();
}

std::optional<TextRound> pointersText(TextRound &First,
                                      RewriteOptions Options) {
  ArrayRef<LoopReport> Then = First.Result.Loops;
  std::set<size_t> Wanted;
  for (auto [I, Loop] : enumerate(Then))
    if (Loop.TilePointers)
      Wanted.insert(I);
  Options = withoutLines(std::move(Options), First);
  while (!Wanted.empty()) {
    std::vector<AtomicChange> Changes;
    for (size_t I : Wanted)
      Changes.push_back(*Then[I].TilePointers);
    std::optional<TextRound> Next = nextRound(First, Changes, Options);
    if (!Next)
      return std::nullopt;
    // Calls may be in the way, too.
    std::optional<TextRound> Inlined =
        inlinedText(*Next, Options, /*ForWideCopies=*/false);
    ArrayRef<LoopReport> Now = (Inlined ? *Inlined : *Next).Result.Loops;
    if (Now.size() != Then.size() || Next->Errors.size() > First.Errors.size())
      return std::nullopt;
    size_t Count = Wanted.size();
    for (size_t I : Wanted)
      if (Now[I].Why)
        tellNext(First.Result.Loops[I], *Now[I].Why);
    std::erase_if(Wanted,
                  [&](size_t I) { return Now[I].Why || Now[I].Stages < 2; });
    if (Wanted.size() < Count)
      continue;
    if (all_of(zip(Now, Then), [](const auto &Pair) {
          return holds(std::get<0>(Pair), std::get<1>(Pair));
        }))
      return Next;
    return std::nullopt;
  }
  return std::nullopt;
}

} // namespace cudapipe
