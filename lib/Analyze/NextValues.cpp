//===- NextValues.cpp - Why the next trip's value is not known ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   behind = current;            a window that slides over the source
//   at = next[t];                what the block has stored
//   in = out;                    buffers change places
//
//===----------------------------------------------------------------------===//

#include "LoopAnalysis.h"
#include "cudapipe/Analyze/AccessType.h"

using namespace clang;

namespace cudapipe {

/// `behind = current;`: a window that slides over the source.
static const VarDecl *slidesFrom(const Expr *Update) {
  const auto *Op = dyn_cast_or_null<BinaryOperator>(Update);
  const auto *From =
      Op && Op->getOpcode() == BO_Assign
          ? dyn_cast<DeclRefExpr>(Op->getRHS()->IgnoreParenImpCasts())
          : nullptr;
  const auto *Var = From ? dyn_cast<VarDecl>(From->getDecl()) : nullptr;
  return Var && Var->hasLocalStorage() && !isNeverChanged(*Var) ? Var : nullptr;
}

/// `in = out;`: buffers change places.
static bool swapsPointers(const VarDecl *Var, const Expr *Update) {
  const auto *Op = dyn_cast_or_null<BinaryOperator>(Update);
  return Op && Op->getOpcode() == BO_Assign &&
         Var->getType()->isPointerType() &&
         isa<DeclRefExpr>(Op->getRHS()->IgnoreParenImpCasts());
}

MaybeRejection comesFromShared(const VarDecl *Var, const Effects &E,
                               const Stmt *From) {
  if (llvm::none_of(E.MemoryReads, [](const MemoryAccess &R) {
        return R.Root.Kind == MemoryRoot::Shared;
      }))
    return std::nullopt;
  return Rejection{
      RejectionKind::LoadDependsOnCompute, From->getSourceRange(),
      "the next value of " + quoted(Var) +
          " comes from shared memory: it is not known before this trip has "
          "come so far"};
}

Rejection whyNotAhead(const LoopAnalysis &A, const VarDecl *Var,
                      const Expr *Update, const VarDecl *Changing) {
  auto Passed = [&](std::string Detail) {
    return Rejection{RejectionKind::StatePassedAround,
                     Update ? Update->getSourceRange()
                            : A.M.Header.Loop->getSourceRange(),
                     quoted(Var) + std::move(Detail)};
  };
  if (const VarDecl *From = slidesFrom(Update))
    return Passed(" takes over the value of " + quoted(From) +
                  ", a window that slides from trip to trip: what enters it "
                  "has to be loaded a trip ahead by hand");
  if (MaybeRejection Why =
          Update
              ? comesFromShared(Var, effectsOf(Update, A.Flow, A.Ctx), Update)
              : std::nullopt)
    return *Why;
  if (swapsPointers(Var, Update))
    return Passed(" changes places with another pointer: what a trip stores "
                  "may be what the next one loads");
  Rejection Out = Passed("");
  Out.Detail = "the next value of " + quoted(Var) +
               " is needed a trip early, and is not a simple update by loop "
               "invariants";
  if (Changing)
    Out.Detail += "; set " + quoted(Changing) +
                  " at the start of the trip, from loop counters and what "
                  "stays the same";
  return Out;
}

} // namespace cudapipe
