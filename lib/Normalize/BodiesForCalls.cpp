//===- BodiesForCalls.cpp - Bodies in the place of calls ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   auto load = [&](int t) {              for (int t = 0; t < n; ++t) {
//     As[ty][tx] = A[row * K + t * BK];     As[ty][tx] = A[row * K + t * BK];
//   };                               ->     __syncthreads();
//   for (int t = 0; t < n; ++t) {           ...
//     load(t);
//     __syncthreads();
//
// A loop keeps its calls and macros, unless it is pipelined only without, or
// more of its copies are wide. What one loop of a file needs or breaks is no
// matter to the others: a second run would find it out.
//
//===----------------------------------------------------------------------===//

#include "NormalizePass.h"

using namespace llvm;

namespace cudapipe {
namespace {

struct BodiesForCalls : NormalizePass {
  explicit BodiesForCalls(bool ForWideCopies) : ForWideCopies(ForWideCopies) {}

  std::vector<Proposal> propose(const LoopInText &Loop) const override {
    const bool IsWanted =
        ForWideCopies
            ? !Loop.why() && Loop.Agreed.MayWidenInline
            : Loop.why() && Loop.why()->Kind != RejectionKind::WillNotPay;
    return IsWanted ? Loop.inlined(inlineCalls) : std::vector<Proposal>();
  }
  bool accept(const LoopReport &Before, const LoopReport &After,
              const Proposal &) const override {
    const bool IsBetter =
        Before.Why || After.Form.WideCopies > Before.Form.WideCopies ||
        (Before.Made.Stages == 1 && After.Made.Stages > 1) ||
        (Before.Form.AsyncCopies == 0 && After.Form.AsyncCopies > 0);
    return !After.Why && IsBetter;
  }
  void refuse(LoopReport &Loop, const LoopReport *After,
              const RewriteOptions &) const override {
    // The form, a test that counts, say, is not all that is in the way.
    if (!ForWideCopies && Loop.Why &&
        (Loop.Why->Kind == RejectionKind::UnsupportedLoop ||
         Loop.Why->Kind == RejectionKind::EarlyExit))
      addReason(Loop, "with that done", After);
  }

  const bool ForWideCopies;
};

} // namespace

const NormalizePass &bodiesForCalls() {
  static const BodiesForCalls Pass(/*ForWideCopies=*/false);
  return Pass;
}

const NormalizePass &bodiesForWideCopies() {
  static const BodiesForCalls Pass(/*ForWideCopies=*/true);
  return Pass;
}

} // namespace cudapipe
