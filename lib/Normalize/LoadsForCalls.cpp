//===- LoadsForCalls.cpp - Loads in the place of calls --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   As[ty][tx] = load(A, row, k + tx, M, K);
//   ->
//   As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
//
// Through registers, what a function returns does as well as any. So a loop
// keeps its calls, unless more of its copies are asynchronous or wide without,
// or it is refused with them: nobody sees where a view of a matrix points. The
// variables that carry what is loaded (LoadsForVariables.cpp) alone may do.
//
//===----------------------------------------------------------------------===//

#include "NormalizePass.h"
#include "cudapipe/Inline/LoadFunctions.h"

using namespace llvm;

namespace cudapipe {
namespace {

struct LoadsForCalls : NormalizePass {
  std::vector<Proposal> propose(const LoopInText &Loop) const override {
    return Loop.Options.mayCopyAsync() || Loop.why() ? Loop.inlined(inlineLoads)
                                                     : std::vector<Proposal>();
  }
  bool accept(const LoopReport &Before, const LoopReport &After,
              const Proposal &) const override {
    return (Before.Why && !After.Why) ||
           hasBetterCopies(After, Before, /*ForWideCopies=*/false);
  }
};

} // namespace

const NormalizePass &loadsForCalls() {
  static const LoadsForCalls Pass;
  return Pass;
}

} // namespace cudapipe
