//===- SliceRules.cpp - What the load slice may hold ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopAnalysis.h"

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

} // namespace cudapipe
