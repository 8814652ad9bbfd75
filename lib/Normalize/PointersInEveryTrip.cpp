//===- PointersInEveryTrip.cpp - Names of tiles in each trip --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   float *As = smem;                         for (int k = 0; k < K; k += T) {
//   float *Bs = smem + T * T;          ->       float *As = smem;
//   for (int k = 0; k < K; k += T) {            float *Bs = smem + T * T;
//
// A pointer into a tile that is set in front of the loop leads to one stage
// only. So the loop sets it, if that is what it takes to have stages. Calls may
// be in the way, too.
//
//===----------------------------------------------------------------------===//

#include "NormalizePass.h"
#include "cudapipe/Inline/TilePointers.h"

using namespace llvm;

namespace cudapipe {
namespace {

struct PointersInEveryTrip : NormalizePass {
  std::vector<Proposal> propose(const LoopInText &Loop) const override {
    // An element that a view returns is named behind this (LoadsForCalls.cpp).
    if (Loop.why() ? Loop.why()->Kind != RejectionKind::TileUsedOutsideLoop &&
                         Loop.why()->Kind != RejectionKind::UnsupportedStatement
                   : Loop.Agreed.Stages != 1 || Loop.Options.Variant)
      return {};
    return Loop.changed([&](const LoopCandidate &One) {
      return moveTilePointers(One, Loop.Ctx);
    });
  }
  bool accept(const LoopReport &, const LoopReport &After,
              const Proposal &) const override {
    return !After.Why && After.Made.Stages >= 2;
  }
  bool spares(const LoopReport &Before,
              const LoopReport &After) const override {
    return NormalizePass::spares(Before, After) &&
           After.Made.Stages >= Before.Made.Stages;
  }
  void refuse(LoopReport &Loop, const LoopReport *After,
              const RewriteOptions &) const override {
    addReason(Loop, "with the pointers set in each trip", After);
  }
};

} // namespace

const NormalizePass &pointersInEveryTrip() {
  static const PointersInEveryTrip Pass;
  return Pass;
}

} // namespace cudapipe
