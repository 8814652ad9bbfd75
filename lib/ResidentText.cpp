//===- ResidentText.cpp - Once more, with registers for two blocks --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What keepTwoBlocks() writes is for a tile that waits in registers. So a loop
// that gets it is ldg-single, whatever auto took for the text before.
//
//===----------------------------------------------------------------------===//

#include "TextRound.h"
#include <set>

using namespace llvm;
using clang::tooling::AtomicChange;

namespace cudapipe {

/// The loops of \p Round with tiles whose columns cannot be skewed as wished.
static std::set<size_t> loopsWithConflicts(const TextRound &Round,
                                           const RewriteOptions &Options) {
  std::vector<LoopReport> Loops = Round.Result.Loops;
  if (Expected<UnitTexts> Edited = Round.Texts.with(Round.Result.Changes))
    skewedText(*Edited, Loops, Options);
  else
    consumeError(Edited.takeError());
  std::set<size_t> Out;
  for (auto [I, Loop] : enumerate(Round.Result.Loops))
    if (Loops[I].Skewed != Loop.Skewed)
      Out.insert(I);
  return Out;
}

std::optional<TextRound> residentText(const TextRound &Before,
                                      RewriteOptions Options) {
  ArrayRef<LoopReport> Old = Before.Result.Loops;
  std::set<size_t> Wanted;
  for (auto [I, Loop] : enumerate(Old))
    if (!Loop.Why && Loop.TwoBlocks)
      Wanted.insert(I);
  Options = withoutLines(std::move(Options), Before);
  Options.Round.Padded = Before.Padded;
  for (const LoopReport &Loop : Old)
    if (Loop.Decision)
      Options.Round.Decided[Loop.Ordinal] = *Loop.Decision;
  while (!Wanted.empty()) {
    RewriteOptions Single = Options;
    std::vector<AtomicChange> Changes;
    for (size_t I : Wanted) {
      Changes.push_back(*Old[I].TwoBlocks);
      Single.Round.Decided[Old[I].Ordinal] = {
          &ldgSingle(), 1,
          "the registers of two blocks have room for the next tile"};
    }
    std::optional<TextRound> After = nextRound(Before, Changes, Single);
    if (!After || !keepsLoops(*After, Before))
      return std::nullopt;
    std::vector<LoopReport> &New = After->Result.Loops;
    // With conflicts, three stages hide more (a GEMM with flat tiles: 1.05 and
    // 1.17).
    const std::set<size_t> Slower = loopsWithConflicts(*After, Single);
    const size_t Count = Wanted.size();
    std::erase_if(Wanted, [&](size_t I) {
      return New[I].Why || New[I].Stages != 1 || Slower.count(I);
    });
    if (Wanted.size() < Count)
      continue;
    for (size_t I = 0; I < New.size(); ++I)
      if (!Wanted.count(I) && !isSameForm(New[I], Old[I]))
        return std::nullopt;
    for (size_t I : Wanted)
      New[I].Remarks.push_back("its __launch_bounds__ asks for 2 blocks: nvcc "
                               "takes no more registers than leave room for "
                               "them");
    return After;
  }
  return std::nullopt;
}

} // namespace cudapipe
