//===- CopyLoopsApart.cpp - What a copy loop does besides -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int v = 0; v < V; ++v) {
//     tile[ty[v]][tx] = A[row + ty[v]];
//     sum[v] = 0;
//   }
//
// The copies of the next trip go ahead; what the compute phase adds to does
// not. In a loop of its own, it stays.
//
//===----------------------------------------------------------------------===//

#include "NormalizePass.h"
#include "cudapipe/Inline/SplitLoops.h"

using namespace llvm;

namespace cudapipe {
namespace {

struct CopyLoopsApart : NormalizePass {
  std::vector<Proposal> propose(const LoopInText &Loop) const override {
    if (!Loop.why() || !is_contained({RejectionKind::LoadValueUsedInCompute,
                                      RejectionKind::StatePassedAround},
                                     Loop.why()->Kind))
      return {};
    return Loop.changed(
        [&](const LoopCandidate &One) { return splitLoops(One, Loop.Ctx); });
  }
  bool accept(const LoopReport &, const LoopReport &After,
              const Proposal &) const override {
    return !After.Why;
  }
  void refuse(LoopReport &Loop, const LoopReport *After,
              const RewriteOptions &) const override {
    addReason(Loop, "with the copies in a loop of their own", After);
  }
};

} // namespace

const NormalizePass &copyLoopsApart() {
  static const CopyLoopsApart Pass;
  return Pass;
}

} // namespace cudapipe
