//===- StateOfTheLoad.cpp - What both phases go by ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   tile[t] = A[row * K + col + t];     tile[t] = A[row_load * K + ..];
//                                       col_load += 64;
//                                  ->   if (col_load == K) ..
//   __syncthreads();                    __syncthreads();
//   sum += tile[j] * (col + j);         sum += tile[j] * (col + j);
//
// Only where the loop is pipelined so: each thread has a few registers more.
//
//===----------------------------------------------------------------------===//

#include "NormalizePass.h"
#include "cudapipe/Inline/LoadState.h"

using namespace llvm;

namespace cudapipe {
namespace {

struct StateOfTheLoad : NormalizePass {
  std::vector<Proposal> propose(const LoopInText &Loop) const override {
    if (!Loop.why() || !is_contained({RejectionKind::StatePassedAround,
                                      RejectionKind::LoadValueUsedInCompute},
                                     Loop.why()->Kind))
      return {};
    return Loop.inlined(ownStateOfLoad);
  }
  bool accept(const LoopReport &, const LoopReport &After,
              const Proposal &) const override {
    return !After.Why;
  }
  void refuse(LoopReport &Loop, const LoopReport *After,
              const RewriteOptions &) const override {
    addReason(Loop, "with variables of the load's own", After);
  }
};

} // namespace

const NormalizePass &stateOfTheLoad() {
  static const StateOfTheLoad Pass;
  return Pass;
}

} // namespace cudapipe
