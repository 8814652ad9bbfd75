//===- WorkCount.cpp - The phases and their ratios ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Resources/WorkCount.h"
#include "WorkCounter.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {

static constexpr double WorkCount::*Figures[] = {
    &WorkCount::Operations,   &WorkCount::Math,        &WorkCount::GlobalLoads,
    &WorkCount::GlobalStores, &WorkCount::SharedLoads, &WorkCount::SharedStores,
    &WorkCount::AsyncCopies,  &WorkCount::LoadedBytes};

WorkCount &WorkCount::operator*=(double Times) {
  for (double WorkCount::*Figure : Figures)
    this->*Figure *= Times;
  return *this;
}

WorkCount &WorkCount::operator+=(const WorkCount &Other) {
  for (double WorkCount::*Figure : Figures)
    this->*Figure += Other.*Figure;
  noteMissed(Other.Missed, Other.WhyMissed);
  return *this;
}

void WorkCount::noteMissed(const Stmt *S, llvm::StringRef Why) {
  if (Missed || !S)
    return;
  Missed = S;
  WhyMissed = Why.str();
}

WorkCount countWork(const Stmt *S, const PointerFlow &Flow,
                    const ASTContext &Ctx, const TripHint &Hint) {
  WorkCounter Counter(S, Flow, Ctx, Hint);
  Counter.statement(S);
  return std::move(Counter.Out);
}

PhaseWork countPhases(const LoopModel &Model, const ASTContext &Ctx,
                      const TripHint &Hint) {
  WorkCounter Load(Model.Header.Body, *Model.Pointers, Ctx, Hint);
  WorkCounter Compute(Model.Header.Body, *Model.Pointers, Ctx, Hint);
  for (const BodyItem &Item : Model.Items) {
    if (Item.R == Role::Load || Item.R == Role::Both)
      Load.statement(Item.S);
    if (Item.R == Role::Compute || Item.R == Role::Both)
      Compute.statement(Item.S);
  }
  PhaseWork Out{std::move(Load.Out), std::move(Compute.Out)};
  // Nothing moves but the loads: they are the phase.
  if (Model.Early) {
    std::swap(Out.Load.GlobalLoads, Out.Compute.GlobalLoads);
    std::swap(Out.Load.LoadedBytes, Out.Compute.LoadedBytes);
    Out.Load.noteMissed(Out.Compute.Missed, Out.Compute.WhyMissed);
  }
  if (Model.Kernel->isDependentContext())
    for (WorkCount *Phase : {&Out.Load, &Out.Compute})
      Phase->noteMissed(Model.Header.Loop, "nobody instantiates the template");
  return Out;
}

static std::optional<double> quotient(double Upper, double Lower) {
  if (Lower > 0)
    return Upper / Lower;
  return std::nullopt;
}

std::optional<double> ArithmeticIntensity::value() const {
  return quotient(Operations, Bytes);
}

std::optional<double> InstructionRatio::value() const {
  return quotient(Math, Loads);
}

ArithmeticIntensity arithmeticIntensity(const PhaseWork &Work) {
  return {Work.Compute.Operations, Work.Load.LoadedBytes,
          !Work.Compute.isComplete(), !Work.Load.isComplete()};
}

InstructionRatio instructionRatio(const PhaseWork &Work, unsigned CopyBytes) {
  double Loads = CopyBytes ? Work.Load.LoadedBytes / CopyBytes
                           : Work.Load.GlobalLoads + Work.Load.AsyncCopies;
  return {Work.Compute.Math, Loads, !Work.Compute.isComplete(),
          !Work.Load.isComplete()};
}

std::string ratioText(std::optional<double> Value, bool UpperMissing,
                      bool LowerMissing) {
  if (!Value || (UpperMissing && LowerMissing))
    return "unknown";
  llvm::StringRef Bound = UpperMissing   ? "at least "
                          : LowerMissing ? "at most "
                                         : "";
  return llvm::formatv("{0}{1:F1}", Bound, *Value);
}

} // namespace cudapipe
