//===- Rule5FixedFootprint.cpp - Each trip stores the same elements -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Else a thread could read what an earlier tile left, and with several buffers
// that is another tile. Or nobody reads what a trip leaves out:
//
//   if (active) tile[t] = A[k + t];       all threads of the block or none
//   __syncthreads();
//   if (active) sum += tile[i];           whoever reads finds what was stored
//
//===----------------------------------------------------------------------===//

#include "Analyze/Integers/IndexForm.h"
#include "Analyze/Loop/LoopAnalysis.h"
#include "Analyze/Pointers/FixedMembers.h"
#include "Analyze/Pointers/TileAddress.h"
#include "Analyze/Threads/DivergentExits.h"
#include "Analyze/Tiles/AlikeStores.h"
#include "Analyze/Tiles/AreaContents.h"
#include "Analyze/Tiles/HelperCopies.h"
#include "Analyze/Tiles/TileContents.h"
#include "Rules.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/Taint.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

//===- Tiles that are read if they are stored ---------------------------===//

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
                A.Callers.PerThread)
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

//===- What a round hands to the next -----------------------------------===//

/// Adds variables that get a value from memory which \p Round, the body of a
/// loop around this one, may change: `tile = atomicAdd(&next, 1);`.
static void addFetched(const Stmt *S, const Effects &Round,
                       const LoopAnalysis &A, VarSet &Out) {
  if (!S || S == A.M.Header.Loop)
    return;
  auto Fetches = [&](const Expr *Value) {
    Effects E = effectsOf(Value, A.Flow, A.Ctx);
    auto MayChange = [&](const MemoryAccess &R) {
      return llvm::any_of(Round.MemoryWrites, [&](const MemoryAccess &W) {
        if (R.Root.Kind == MemoryRoot::Shared &&
            W.Root.Kind == MemoryRoot::Shared)
          return R.Root.Var == W.Root.Var;
        return R.Root.Kind == W.Root.Kind ||
               W.Root.Kind == MemoryRoot::Unknown ||
               R.Root.Kind == MemoryRoot::Unknown;
      });
    };
    return !E.Unknown.empty() || !E.MemoryWrites.empty() ||
           llvm::any_of(E.MemoryReads, MayChange);
  };
  if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D);
          Var && Var->getInit() && Fetches(Var->getInit()))
        Out.insert(Var);
  } else if (const auto *Op = dyn_cast<BinaryOperator>(S);
             Op && Op->isAssignmentOp()) {
    const auto *Ref =
        dyn_cast<DeclRefExpr>(Op->getLHS()->IgnoreParenImpCasts());
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (Var && Fetches(Op->getRHS()))
      Out.insert(Var);
  }
  for (const Stmt *Child : S->children())
    addFetched(Child, Round, A, Out);
}

/// Adds what a round of the loops around this one hands to the next: what is
/// left in the tile may be of the round before. Returns the outermost loop, or
/// the body.
static const Stmt *addCarriedAround(const LoopAnalysis &A, VarSet &Out) {
  const Stmt *Scope = A.M.Header.Body;
  for (const Stmt *S = A.Parents.getParent(A.M.Header.LoopWithPragmas); S;
       S = A.Parents.getParent(S)) {
    if (!isa<ForStmt, WhileStmt, DoStmt>(S))
      continue;
    Scope = S;
    const Stmt *Body = nullptr, *Cond = nullptr, *Inc = nullptr;
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      Body = For->getBody();
      Cond = For->getCond();
      Inc = For->getInc();
    } else if (const auto *While = dyn_cast<WhileStmt>(S)) {
      Body = While->getBody();
      Cond = While->getCond();
    } else {
      Body = cast<DoStmt>(S)->getBody();
      Cond = cast<DoStmt>(S)->getCond();
    }
    Effects Round = effectsOf(Body, A.Flow, A.Ctx);
    VarSet Upward = Round.UpwardReads;
    for (const Stmt *Part : {Cond, Inc}) {
      if (!Part)
        continue;
      Effects E = effectsOf(Part, A.Flow, A.Ctx);
      Round.Writes.insert(E.Writes.begin(), E.Writes.end());
      Upward.insert(E.Reads.begin(), E.Reads.end());
    }
    for (const VarDecl *Var : Round.Writes)
      if (Upward.count(Var))
        Out.insert(Var);
    addFetched(S, Round, A, Out);
  }
  // Another call may pass other arguments, and find other values in memory.
  if (A.Callers.RunsAgain) {
    Scope = A.M.Kernel->getBody();
    Out.insert(A.M.Kernel->param_begin(), A.M.Kernel->param_end());
    Effects Between;
    Between.MemoryWrites.push_back({nullptr, MemoryRoot()});
    addFetched(Scope, Between, A, Out);
  }
  return Scope;
}

MaybeRejection checkThreadsStay(const LoopAnalysis &A) {
  const Expr *Leaves = nullptr;
  for (const Stmt *S = A.Parents.getParent(A.M.Header.LoopWithPragmas);
       S && !Leaves; S = A.Parents.getParent(S))
    if (isa<ForStmt, WhileStmt, DoStmt>(S))
      Leaves = divergentReturn(S, Taint(A.M.Kernel->getBody(), A.Flow, A.Ctx,
                                        Taint::Seed::ThreadIndex,
                                        A.Callers.PerThread));
  if (Leaves)
    return Rejection{RejectionKind::FootprintMoves, Leaves->getSourceRange(),
                     "threads may leave the loop around, by " +
                         quoted(Leaves, A.Ctx) +
                         "; what they stored would be that of an earlier tile"};
  if (A.Callers.RunsAgain && A.Callers.ThreadsLeave)
    return Rejection{RejectionKind::FootprintMoves,
                     SourceRange(A.M.Kernel->getLocation()),
                     "threads may leave the kernel between two calls of " +
                         quoted(A.M.Kernel) +
                         "; what they stored would be that of an earlier tile"};
  return std::nullopt;
}

/// Members of objects from outside of \p Scope that nothing but initializers
/// of their class set: `loader.row`, while `loader.next()` moves a pointer.
static Taint::MemberTest membersThatStay(const Stmt &Scope,
                                         const ASTContext &Ctx) {
  auto Members = std::make_shared<FixedMembers>(Ctx);
  return [Members, &Scope](const MemberExpr &E) {
    const auto *Field = dyn_cast<FieldDecl>(E.getMemberDecl());
    const auto *Object =
        dyn_cast<DeclRefExpr>(E.getBase()->IgnoreParenImpCasts());
    const auto *Var = Object ? dyn_cast<VarDecl>(Object->getDecl()) : nullptr;
    const CXXRecordDecl *Class =
        Var && !E.isArrow() ? Var->getType()->getAsCXXRecordDecl() : nullptr;
    return Field && Class && Var->hasLocalStorage() &&
           declaresSameEntity(Class, Field->getParent()) &&
           !declarationIn(&Scope, Var) && Members->isFixed(*Field);
  };
}

MaybeRejection checkFootprint(LoopAnalysis &A, const LaunchFacts *Facts) {
  VarSet Carried = carriedVariables(A);
  const Stmt *Scope = addCarriedAround(A, Carried);
  const Taint::MemberTest Stays = membersThatStay(*Scope, A.Ctx);
  Taint InKernel(Scope, A.Flow, A.Ctx, Taint::Seed::VariablesOnly, Carried, {},
                 Stays);
  Taint Moving(Scope, A.Flow, A.Ctx, Taint::Seed::VariablesOnly,
               movingInHelpers(A, InKernel.variables()), {}, Stays);
  auto Moves = [&](const Stmt *S) {
    const auto *E = dyn_cast_or_null<Expr>(S);
    return E && Moving.reaches(E);
  };
  auto StoredAnyway = [&](const TileCopy &Copy) {
    // T[i] = 0; if (k + i < K) T[i] = A[i];   stores T[i] in any case.
    return llvm::any_of(A.M.Copies, [&](const TileCopy &Other) {
      return &Other < &Copy && Other.Path.Calls == Copy.Path.Calls &&
             Other.Path.Loops == Copy.Path.Loops &&
             Other.Path.Conditions.empty() &&
             sameExpression(Other.Destination, Copy.Destination, A.Ctx);
    });
  };
  // if (g) T[i] = A[i]; else T[i] = f(B[i]);   stores T[i] either way; so do
  // loops that count alike.
  auto StoredInBoth = [&](const TileCopy &Copy, size_t Index) {
    return llvm::any_of(A.M.Copies, [&](const TileCopy &Other) {
      return Other.Path.Conditions == Copy.Path.Conditions &&
             Other.Path.Calls == Copy.Path.Calls &&
             Other.Path.InElse[Index] != Copy.Path.InElse[Index] &&
             std::equal(Copy.Path.InElse.begin(),
                        Copy.Path.InElse.begin() + Index,
                        Other.Path.InElse.begin()) &&
             storeAlike(Copy, Other, A.Ctx) &&
             Index + 1 == Copy.Path.Conditions.size();
    });
  };
  for (const TileCopy &Copy : A.M.Copies) {
    if (Facts && readsOnlyStored(A, Copy, Moving, *Facts))
      continue;
    auto Reject = [&](const Stmt *S) {
      return Rejection{RejectionKind::FootprintMoves, S->getSourceRange(),
                       "which elements of " + quoted(Copy.Tile) +
                           " are stored depends on " + quoted(S, A.Ctx) +
                           "; the others would be those of an earlier tile"};
    };
    // What a shared scalar holds says nothing of where it is.
    bool Scalar = isa<DeclRefExpr>(Copy.Destination->IgnoreParens()) &&
                  !Copy.Destination->getType()->isPointerType() &&
                  Copy.Path.Calls.empty();
    if (!Scalar && Moves(Copy.Destination))
      return Reject(Copy.Destination);
    for (const ForStmt *Loop : Copy.Path.Loops) {
      const VarDecl *Var = nullptr;
      if (const auto *Decls = dyn_cast_or_null<DeclStmt>(Loop->getInit()))
        for (const Decl *D : Decls->decls())
          if ((Var = dyn_cast<VarDecl>(D)) && Moving.reaches(Var))
            return Reject(Loop->getCond() ? Loop->getCond() : Copy.Store);
      if (Moves(Loop->getCond()))
        return Reject(Loop->getCond());
    }
    for (auto [I, Cond] : llvm::enumerate(Copy.Path.Conditions))
      if (Moves(Cond) && !StoredAnyway(Copy) && !StoredInBoth(Copy, I) &&
          !isReadUnder(A, Copy, *Cond, Copy.Path.InElse[I]))
        return Reject(Cond);
  }
  return std::nullopt;
}

VarSet carriedVariables(const LoopAnalysis &A) {
  Effects Body = effectsOf(A.M.Header.Body, A.Flow, A.Ctx);
  VarSet Out = A.IncEffects.Writes;
  for (const VarDecl *Var : Body.Writes)
    if (Body.UpwardReads.count(Var) || A.CondEffects.Reads.count(Var) ||
        A.IncEffects.Reads.count(Var))
      Out.insert(Var);
  return Out;
}

void checkShortTiles(LoopAnalysis &A,
                     llvm::function_ref<LaunchFacts()> ReadFacts) {
  MaybeRejection &Why = A.M.Staged.SingleBufferOnly;
  if (!Why || Why->Kind != RejectionKind::FootprintMoves || checkThreadsStay(A))
    return;
  LaunchFacts Facts = ReadFacts();
  Why = checkFootprint(A, &Facts);
  A.M.Proofs.HoldsForNumbers |= !Why;
}

} // namespace cudapipe
