//===- GuardedReads.cpp - Tiles that are read if they are stored ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   if (active) tile[t] = A[k + t];       all threads of the block or none
//   __syncthreads();
//   if (active) sum += tile[i];           whoever reads finds what was stored
//
//===----------------------------------------------------------------------===//

#include "IndexForm.h"
#include "LoopAnalysis.h"
#include "cudapipe/Analyze/Taint.h"

using namespace clang;

namespace cudapipe {
namespace {

class GuardedReads {
public:
  GuardedReads(const LoopAnalysis &A, const TileCopy &Copy, const Expr &Cond,
               bool InElse)
      : A(A), M(A.M), Copy(Copy), Cond(Cond), InElse(InElse) {}

  bool hold() {
    return isOfBlock() && findReads(M.Kernel->getBody()) && isSteady();
  }

private:
  bool isOfBlock() const;
  bool namesTile(const DeclRefExpr &Ref) const;
  bool cutsArea(const DeclRefExpr &Ref) const;
  bool findReads(const Stmt *S);
  bool isSteady() const;

  const LoopAnalysis &A;
  const LoopModel &M;
  const TileCopy &Copy;
  const Expr &Cond;
  const bool InElse;
  /// The last item that reads the tile.
  unsigned LastRead = 0;
};

/// All threads of the block find the same, and change nothing by asking.
bool GuardedReads::isOfBlock() const {
  const Effects E = effectsOf(&Cond, A.Flow, A.Ctx);
  auto MayChange = [&](const MemoryAccess &R) {
    return R.Root.Kind == MemoryRoot::Shared && A.isStored(R.Root.Var);
  };
  return E.Writes.empty() && E.MemoryWrites.empty() && E.Unknown.empty() &&
         E.Pinned.empty() && llvm::none_of(E.MemoryReads, MayChange) &&
         !Taint(M.Kernel->getBody(), A.Flow, A.Ctx, Taint::Seed::ThreadIndex,
                A.PerThread)
              .reaches(&Cond);
}

/// The tile itself, or a pointer into it.
bool GuardedReads::namesTile(const DeclRefExpr &Ref) const {
  const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
  if (!Var || Var == Copy.Tile)
    return Var;
  if (isShared(*Var))
    return Var->hasExternalStorage() && isDynamicShared(*Copy.Tile);
  return Var->getType()->isPointerType() &&
         llvm::any_of(A.Flow.rootsOfPointer(&Ref), [&](const MemoryRoot &Root) {
           return Root.Kind == MemoryRoot::Shared && Root.Var == Copy.Tile;
         });
}

/// In front of the loop pointers cut dynamic shared memory into tiles.
bool GuardedReads::cutsArea(const DeclRefExpr &Ref) const {
  const Stmt *S = &Ref;
  while (S && !isa<DeclStmt>(S))
    S = A.Parents.getParent(S);
  return S && isDynamicShared(*Copy.Tile) &&
         A.Ctx.getSourceManager().isBeforeInTranslationUnit(
             S->getEndLoc(), M.Header.Loop->getBeginLoc());
}

/// Whoever names the tile in \p S stores it in the load phase, or stands under
/// the same condition.
bool GuardedReads::findReads(const Stmt *S) {
  if (!S)
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  if (!Ref || !namesTile(*Ref))
    return llvm::all_of(S->children(),
                        [this](const Stmt *Child) { return findReads(Child); });
  const Stmt *Child = S, *Parent = A.Parents.getParent(S);
  bool Under = false;
  for (; Parent && Parent != M.Header.Body;
       Child = Parent, Parent = A.Parents.getParent(Parent))
    if (const auto *If = dyn_cast<IfStmt>(Parent))
      Under |= Child == (InElse ? If->getElse() : If->getThen()) &&
               sameExpression(If->getCond(), &Cond, A.Ctx);
  if (!Parent)
    return cutsArea(*Ref);
  auto Item = llvm::find_if(
      M.Items, [&](const BodyItem &Item) { return Item.S == Child; });
  if (Item == M.Items.end())
    return false;
  const unsigned Index = Item - M.Items.begin();
  if (A.inLoad(Index))
    return true;
  LastRead = std::max(LastRead, Index);
  return Under;
}

/// From the store to the last read of the trip the condition stays.
bool GuardedReads::isSteady() const {
  const Effects E = effectsOf(&Cond, A.Flow, A.Ctx);
  for (unsigned I = Copy.Path.Item; I <= LastRead && I < M.Items.size(); ++I)
    for (const VarDecl *Var : E.Reads)
      if (M.Items[I].E.Writes.count(Var))
        return false;
  return true;
}

} // namespace

bool isReadUnder(const LoopAnalysis &A, const TileCopy &Copy, const Expr &Cond,
                 bool InElse) {
  // Other functions see what stands outside of this one.
  return Copy.Path.Calls.empty() &&
         (Copy.Tile->isStaticLocal() ||
          (isDynamicShared(*Copy.Tile) && !A.inDeviceFunction())) &&
         GuardedReads(A, Copy, Cond, InElse).hold();
}

} // namespace cudapipe
