//===- FirstPassesApart.cpp - Copies of a length that varies --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int i = tid; i < rows * d; i += blockDim.x)
//     tile[i] = A[k + i];
//
// Registers for the next tile are a constant number. So many passes go ahead;
// those of a larger tile, or a smaller block, load where they stand.
//
//===----------------------------------------------------------------------===//

#include "NormalizePass.h"
#include "cudapipe/Inline/FirstPasses.h"

using namespace llvm;

namespace cudapipe {
namespace {

struct FirstPassesApart : NormalizePass {
  std::vector<Proposal> propose(const LoopInText &Loop) const override {
    // Where the tile cannot move, what is loaded early is counted, too.
    if (!Loop.why() || (Loop.why()->Kind != RejectionKind::CopyCountUnknown &&
                        !leavesLoads(*Loop.why())))
      return {};
    // Tiles of a template have several sizes: as many as each has.
    for (unsigned Most : {~0u, 16u, 8u, 4u, 2u, 1u})
      if (std::vector<Proposal> Out =
              Loop.changed([&](const LoopCandidate &One) {
                return splitFirstPasses(One, Loop.Instantiations, Loop.Ctx,
                                        Most);
              });
          !Out.empty() || Loop.Instantiations.size() < 2)
        return Out;
    return {};
  }
  bool accept(const LoopReport &, const LoopReport &After,
              const Proposal &) const override {
    return !After.Why;
  }
  void refuse(LoopReport &Loop, const LoopReport *After,
              const RewriteOptions &) const override {
    addReason(Loop, "with its first passes apart", After);
  }
};

} // namespace

const NormalizePass &firstPassesApart() {
  static const FirstPassesApart Pass;
  return Pass;
}

} // namespace cudapipe
