//===- BarriersInEveryTrip.cpp - Barriers in trips that are skipped -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int k = 0; k < K; k += T) {         for (int k = 0; k < K; k += T) {
//     if (mask[k / T] == 0)                    const bool skipped = ..;
//       continue;                              if (!skipped)
//     As[t] = A[k + t];               ->         As[t] = A[k + t];
//     __syncthreads();                         __syncthreads();
//
// Where all threads of the block skip a trip, the load of the next tile has to
// go on: so each trip meets at the barriers, in loops that are pipelined only
// so. Pointers and calls may be in the way, too.
//
//===----------------------------------------------------------------------===//

#include "NormalizePass.h"
#include "cudapipe/Inline/SkippedTrips.h"

using namespace llvm;

namespace cudapipe {
namespace {

struct BarriersInEveryTrip : NormalizePass {
  std::vector<Proposal> propose(const LoopInText &Loop) const override {
    if (!Loop.why() || (Loop.why()->Kind != RejectionKind::EarlyExit &&
                        Loop.why()->Kind != RejectionKind::BarrierInBranch))
      return {};
    return Loop.inlined(meetInSkippedTrips);
  }
  bool accept(const LoopReport &, const LoopReport &After,
              const Proposal &) const override {
    return !After.Why;
  }
  void refuse(LoopReport &Loop, const LoopReport *After,
              const RewriteOptions &) const override {
    addReason(Loop, "with barriers in every trip", After);
  }
};

} // namespace

const NormalizePass &barriersInEveryTrip() {
  static const BarriersInEveryTrip Pass;
  return Pass;
}

} // namespace cudapipe
