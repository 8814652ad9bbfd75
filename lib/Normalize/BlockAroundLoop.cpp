//===- BlockAroundLoop.cpp - A block to stand in --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   if (on)                           if (on) {
//     for (int k = 0; k < K; ..) {      for (int k = 0; k < K; ..) {
//       ..                        ->      ..
//     }                                 }
//                                     }
//
// What a pipeline has in front of its loop, and behind, has no room there.
// Where it has none, nothing else about the loop is known: all passes are made
// behind this one, and if the loop is left alone even so, it keeps its text.
//
//===----------------------------------------------------------------------===//

#include "NormalizePass.h"
#include "cudapipe/Inline/LoopBlock.h"

using namespace llvm;

namespace cudapipe {
namespace {

struct BlockAroundLoop : NormalizePass {
  std::vector<Proposal> propose(const LoopInText &Loop) const override {
    if (!Loop.why() || Loop.why()->Kind != RejectionKind::UnsupportedLoop)
      return {};
    std::vector<Proposal> Out = Loop.inlined(putInBlock);
    for (Proposal &One : Out)
      erase(One.Meaning, ""); // braces show
    return Out;
  }
  bool accept(const LoopReport &, const LoopReport &After,
              const Proposal &) const override {
    return !After.Why;
  }
  void refuse(LoopReport &Loop, const LoopReport *After,
              const RewriteOptions &) const override {
    addReason(Loop, "without that", After);
  }
};

} // namespace

const NormalizePass &blockAroundLoop() {
  static const BlockAroundLoop Pass;
  return Pass;
}

} // namespace cudapipe
