//===- Rule2EarlyAddress.cpp - What the load needs is there a trip early -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses, guards and fill values need nothing that the compute phase makes
// and nothing from the tile:
//
//   behind = current;            a window that slides over the source
//   at = next[t];                what the block has stored
//   in = out;                    buffers change places
//
//===----------------------------------------------------------------------===//

#include "Analyze/Loop/LoopAnalysis.h"
#include "Rules.h"
#include "cudapipe/Analyze/AccessType.h"

using namespace clang;

namespace cudapipe {

/// A variable that \p S names and that a statement of the body declares which
/// does not move with it. The effects should have brought it along; its name
/// might mean something else in front of the loop.
static const DeclRefExpr *namesLeftBehind(const Stmt *S,
                                          const LoopAnalysis &A) {
  const LoopModel &M = A.M;
  if (!S)
    return nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    for (unsigned I = 0; I < M.Items.size(); ++I) {
      const auto *Decls = dyn_cast<DeclStmt>(M.Items[I].S);
      if (Decls && !A.inLoad(I) && M.Items[I].R != Role::Declaration &&
          llvm::is_contained(Decls->decls(), Ref->getDecl()))
        return Ref;
    }
    return nullptr;
  }
  for (const Stmt *Child : S->children())
    if (const DeclRefExpr *Found = namesLeftBehind(Child, A))
      return Found;
  return nullptr;
}

MaybeRejection checkSlice(const LoopAnalysis &A) {
  const LoopModel &M = A.M;
  for (unsigned I = 0; I < M.Items.size(); ++I)
    if (const DeclRefExpr *Ref =
            A.inLoad(I) ? namesLeftBehind(M.Items[I].S, A) : nullptr)
      return Rejection{RejectionKind::UnsupportedStatement,
                       Ref->getSourceRange(),
                       "the load phase uses " + quoted(Ref->getDecl()) +
                           ", whose declaration cannot move with it"};
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    const BodyItem &Item = M.Items[I];
    if (Item.R != Role::Load)
      continue;
    for (const MemoryAccess &R : Item.E.MemoryReads) {
      if (R.Root.Kind == MemoryRoot::Shared && A.isStored(R.Root.Var))
        return Rejection{
            RejectionKind::LoadDependsOnCompute, R.Where->getSourceRange(),
            "the load phase needs what " + quoted(Item.S, A.Ctx) +
                " reads from " + (A.isTile(R.Root.Var) ? "the tile " : "") +
                quoted(R.Root.Var)};
      if (R.Root.Kind == MemoryRoot::Unknown ||
          R.Root.Kind == MemoryRoot::Param)
        return Rejection{RejectionKind::UnknownEffects,
                         R.Where->getSourceRange(),
                         "the load phase reads through a pointer that cannot "
                         "be followed"};
    }
    for (const MemoryAccess &W : Item.E.MemoryWrites)
      if (W.Root.Kind == MemoryRoot::Shared && !A.isTile(W.Root.Var))
        return Rejection{RejectionKind::SharedWriteInCompute,
                         W.Where->getSourceRange(),
                         "this statement stores a tile and " +
                             quoted(W.Root.Var) + ", which stays as it is"};
      else if (W.Root.Kind != MemoryRoot::Shared)
        return Rejection{RejectionKind::SourceMayChange,
                         W.Where->getSourceRange(),
                         "the load phase itself writes global memory"};
    if (!Item.E.Barriers.empty())
      return Rejection{RejectionKind::BarrierInBranch,
                       Item.E.Barriers[0]->getSourceRange(),
                       "it is inside a statement of the load phase"};
    if (!Item.E.Pinned.empty())
      return Rejection{RejectionKind::VolatileAccess,
                       Item.E.Pinned[0].Where->getSourceRange(),
                       Item.E.Pinned[0].What +
                           " in the load phase would happen a trip earlier"};
  }
  // What stays in the load phase must not talk to other threads across the
  // barrier that goes, or moves in front of it.
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    if (M.Items[I].R != Role::Compute || isKeptApart(A, I))
      continue;
    if (!M.Items[I].E.MemoryWrites.empty())
      return Rejection{RejectionKind::UnsupportedLoop,
                       M.Items[I].S->getSourceRange(),
                       "a store to memory between the load and its barrier"};
  }
  return std::nullopt;
}

/// The prologue evaluates the init statement once more: it must not see what
/// the load phase has moved on.
MaybeRejection checkInit(const LoopAnalysis &A) {
  const LoopModel &M = A.M;
  if (!M.Header.Init)
    return std::nullopt;
  Effects Init = effectsOf(M.Header.Init, A.Flow, A.Ctx);
  for (const VarDecl *Var : M.Variables.LoadState)
    if (Init.Reads.count(Var) || Init.Writes.count(Var))
      return Rejection{RejectionKind::StatePassedAround,
                       M.Header.Init->getSourceRange(),
                       "the loop starts from " + quoted(Var) +
                           ", which the load phase changes"};
  if (!Init.MemoryWrites.empty() || !Init.Pinned.empty() ||
      !Init.Unknown.empty())
    return Rejection{RejectionKind::UnsupportedLoop,
                     M.Header.Init->getSourceRange(),
                     "the loop's init statement has side effects"};
  // for (i = i + 1; ...) must not run twice.
  for (const VarDecl *Var : Init.Writes)
    if (Init.UpwardReads.count(Var))
      return Rejection{RejectionKind::UnsupportedLoop,
                       M.Header.Init->getSourceRange(),
                       "the loop's init statement cannot be evaluated twice"};
  return std::nullopt;
}

//===- Items that set what the next tile is found by --------------------===//

MaybeRejection checkEarly(const LoopAnalysis &A) {
  const LoopModel &M = A.M;
  auto Reject = [&](const VarDecl *Var, unsigned I) {
    return Rejection{RejectionKind::StatePassedAround,
                     M.Items[I].S->getSourceRange(),
                     quoted(Var) + " is needed a trip early; set it at the "
                                   "start of the trip, where nothing has used "
                                   "it or changed what it is set from"};
  };
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    if (!M.Items[I].Early)
      continue;
    const Effects &E = M.Items[I].E;
    // It moves in front of these; the load phase has copies of its own.
    for (unsigned J = 0; J < I; ++J) {
      const BodyItem &Before = M.Items[J];
      if (Before.Early || Before.R == Role::Load)
        continue;
      for (const VarDecl *Var : E.Writes)
        if (Before.E.Reads.count(Var) || Before.E.Writes.count(Var))
          return Reject(Var, I);
      for (const VarDecl *Var : E.Reads)
        if (Before.E.Writes.count(Var))
          return Reject(Var, I);
    }
    // The load phase would make this update with the value of this trip.
    for (const Recurrence &R : M.Variables.Recurrences)
      if (R.UpdatedInLoad && M.Items[I].R != Role::Both)
        for (const VarDecl *Var : effectsOf(R.Update, A.Flow, A.Ctx).Reads)
          if (E.Writes.count(Var))
            return Reject(Var, I);
  }
  return std::nullopt;
}

//===- Why the next trip's value is not known ---------------------------===//

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
