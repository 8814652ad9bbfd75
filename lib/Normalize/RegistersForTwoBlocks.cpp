//===- RegistersForTwoBlocks.cpp - Room for two blocks and the next tile --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __global__ void __launch_bounds__(256)    ..    __launch_bounds__(256, 2)
//   __shared__ float As[8][128];              __shared__ alignas(16) float As..
//   for (..) {                                auto *A_src = &A[row * K + col];
//     a = A[row * K + col];           ->      for (..) {
//     A += BK;                                  a = A_src[0];
//                                               A_src += BK;
//
// What keepTwoBlocks() writes is for a tile that waits in registers. So a loop
// that gets it is ldg-single, whatever auto took for the text before.
//
//===----------------------------------------------------------------------===//

#include "NormalizePass.h"
#include "cudapipe/Inline/ResidentBlocks.h"

using namespace llvm;

namespace cudapipe {
namespace {

struct RegistersForTwoBlocks : NormalizePass {
  std::vector<Proposal> propose(const LoopInText &Loop) const override {
    const unsigned Threads = Loop.Agreed.ThreadsOfTwoBlocks;
    if (Loop.why() || !Threads || !Loop.Agreed.Rows.AreFree ||
        Loop.Options.Stages)
      return {};
    std::vector<Proposal> Out = Loop.changed([&](const LoopCandidate &One) {
      return keepTwoBlocks(One, Threads, Loop.Ctx);
    });
    for (Proposal &One : Out) {
      One.Decision = {&ldgSingle(), 1,
                      "the registers of two blocks have room for the next "
                      "tile"};
      One.Also = {"__launch_bounds__ for 2 blocks"};
      One.Remarks = {"its __launch_bounds__ asks for 2 blocks: nvcc takes no "
                     "more registers than leave room for them"};
    }
    return Out;
  }
  bool accept(const LoopReport &, const LoopReport &After,
              const Proposal &) const override {
    return !After.Why && After.Made.Stages == 1;
  }
  bool spares(const LoopReport &Before,
              const LoopReport &After) const override {
    return isSameForm(After, Before);
  }
  /// Those with tiles whose columns cannot be skewed as wished: with conflicts,
  /// three stages hide more (a GEMM with flat tiles: 1.05 and 1.17).
  std::set<size_t> tooSlow(TextRound &After,
                           const RewriteOptions &Options) const override {
    std::vector<LoopReport> Loops = After.loops();
    skewedText(After, Loops, Options);
    std::set<size_t> Out;
    for (auto [I, Loop] : enumerate(After.loops()))
      if (Loops[I].Form.Skewed != Loop.Form.Skewed)
        Out.insert(I);
    return Out;
  }
};

} // namespace

const NormalizePass &registersForTwoBlocks() {
  static const RegistersForTwoBlocks Pass;
  return Pass;
}

} // namespace cudapipe
