//===- LoadsForVariables.cpp - Loads where they are stored ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   float4 v = make_float4(0, 0, 0, 0);     As[t] = row < M ? A[row * K + t]
//   if (row < M)                                            : make_float4(...);
//     v = A[row * K + t];            ->
//   As[t] = v;
//
// Through registers, the user's variables do as well as any. So a loop keeps
// them, unless more of its copies are asynchronous without, or wide without the
// pointers that step.
//
//===----------------------------------------------------------------------===//

#include "NormalizePass.h"
#include "cudapipe/Inline/InlineValues.h"

using namespace llvm;

namespace cudapipe {
bool hasBetterCopies(const LoopReport &New, const LoopReport &Old,
                     bool ForWideCopies) {
  auto IsAsync = [](const LoopReport &Loop) {
    return !Loop.Why && Loop.Form.Keys.front().Variant->isAsync();
  };
  auto InRegisters = [](const LoopReport &Loop) {
    return any_of(Loop.Form.Keys,
                  [](const FormKey &F) { return F.HasRegisters; });
  };
  if (ForWideCopies)
    return IsAsync(New) && New.Form.WideCopies > Old.Form.WideCopies;
  if (!IsAsync(New) || !IsAsync(Old))
    return IsAsync(New);
  return New.Form.AsyncCopies > Old.Form.AsyncCopies ||
         New.Form.WideCopies > Old.Form.WideCopies ||
         (InRegisters(Old) && !InRegisters(New));
}

namespace {

struct LoadsForVariables : NormalizePass {
  std::vector<Proposal> propose(const LoopInText &Loop) const override {
    std::vector<Proposal> Out;
    if (!Loop.Options.mayCopyAsync())
      return Out;
    for (bool ForWideCopies : {false, true})
      if (!ForWideCopies || Loop.Options.Widen)
        for (Proposal &One : Loop.changed([&](const LoopCandidate &One) {
               return inlineValues(One, Loop.Ctx, ForWideCopies);
             })) {
          One.ForWideCopies = ForWideCopies;
          Out.push_back(std::move(One));
        }
    return Out;
  }
  bool accept(const LoopReport &Before, const LoopReport &After,
              const Proposal &Made) const override {
    return hasBetterCopies(After, Before, Made.ForWideCopies);
  }
  void refuse(LoopReport &Loop, const LoopReport *After,
              const RewriteOptions &) const override {
    if (!Loop.Why)
      return;
    if (Loop.Why->Kind == RejectionKind::CopyNotAsync)
      addReason(Loop, "with the loads where they are stored", After);
    else if (After && After->Why && After->Why->Kind == Loop.Why->Kind)
      Loop.Why->Detail = After->Why->Detail; // It knows more of cp.async.
  }
  bool spares(const LoopReport &Before,
              const LoopReport &After) const override {
    return isSameForm(After, Before);
  }
};

} // namespace

const NormalizePass &loadsForVariables() {
  static const LoadsForVariables Pass;
  return Pass;
}

} // namespace cudapipe
