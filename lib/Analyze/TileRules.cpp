//===- TileRules.cpp - Rules 4 and 5: may the tile have two buffers? ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AreaContents.h"
#include "DivergentExits.h"
#include "FixedMembers.h"
#include "HelperCopies.h"
#include "LoopAnalysis.h"
#include "TileAddress.h"
#include "TileContents.h"
#include "cudapipe/Analyze/Taint.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Looks for uses of the tiles that a second buffer would break.
class TileUses {
public:
  explicit TileUses(LoopAnalysis &A) : A(A) {}

  MaybeRejection find(const Stmt *S, bool InLoop);

private:
  MaybeRejection follow(const DeclRefExpr *Use) const;

  LoopAnalysis &A;
  const LambdaExpr *Around = nullptr;
};

MaybeRejection TileUses::find(const Stmt *S, bool InLoop) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return std::nullopt;
  // Only the body sees the stage buffer: the header is outside.
  if (S == A.M.Header.Body)
    InLoop = true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()); A.isTile(Var)) {
      if (isDynamicShared(*Var) && !InLoop)
        return std::nullopt; // readDynamicArea() looks at these
      if (!InLoop)
        return readOutsideUse(A, Ref);
      if (Around)
        return Rejection{
            RejectionKind::TileAddressEscapes, Ref->getSourceRange(),
            "a lambda that does not capture by reference uses " + quoted(Var)};
      return follow(Ref);
    }
  // Only a lambda that captures by reference sees this trip's stage.
  const LambdaExpr *Outer = Around;
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    if (Lambda->getCaptureDefault() != LCD_ByRef)
      Around = Lambda;
  for (const Stmt *Child : S->children())
    if (MaybeRejection Why = find(Child, InLoop))
      return Why;
  Around = Outer;
  return std::nullopt;
}

MaybeRejection TileUses::follow(const DeclRefExpr *Use) const {
  TileAddress Address(A);
  const Stmt *Escape = Address.escapeOf(Use);
  unsigned &Needed = A.M.Staged.StageAlignment[cast<VarDecl>(Use->getDecl())];
  Needed = std::max({Needed, 1u, Address.alignment()});
  if (!Escape)
    return std::nullopt;
  return Rejection{RejectionKind::TileAddressEscapes, Use->getSourceRange(),
                   "the address of " + quoted(Use->getDecl()) + " is kept in " +
                       quoted(Escape, A.Ctx)};
}

/// Adds variables that get a value from memory which \p Round, the body of a
/// loop around this one, may change: `tile = atomicAdd(&next, 1);`.
void addFetched(const Stmt *S, const Effects &Round, const LoopAnalysis &A,
                VarSet &Out) {
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
const Stmt *addCarriedAround(const LoopAnalysis &A, VarSet &Out) {
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
  if (A.RunsAgain) {
    Scope = A.M.Kernel->getBody();
    Out.insert(A.M.Kernel->param_begin(), A.M.Kernel->param_end());
    Effects Between;
    Between.MemoryWrites.push_back({nullptr, MemoryRoot()});
    addFetched(Scope, Between, A, Out);
  }
  return Scope;
}

/// From one run of the loop to the next, threads may be gone, and with them the
/// elements that they stored.
MaybeRejection checkThreadsStay(const LoopAnalysis &A) {
  const Expr *Leaves = nullptr;
  for (const Stmt *S = A.Parents.getParent(A.M.Header.LoopWithPragmas);
       S && !Leaves; S = A.Parents.getParent(S))
    if (isa<ForStmt, WhileStmt, DoStmt>(S))
      Leaves = divergentReturn(S, Taint(A.M.Kernel->getBody(), A.Flow, A.Ctx,
                                        Taint::Seed::ThreadIndex, A.PerThread));
  if (Leaves)
    return Rejection{RejectionKind::FootprintMoves, Leaves->getSourceRange(),
                     "threads may leave the loop around, by " +
                         quoted(Leaves, A.Ctx) +
                         "; what they stored would be that of an earlier tile"};
  if (A.RunsAgain && A.ThreadsLeave)
    return Rejection{RejectionKind::FootprintMoves,
                     SourceRange(A.M.Kernel->getLocation()),
                     "threads may leave the kernel between two calls of " +
                         quoted(A.M.Kernel) +
                         "; what they stored would be that of an earlier tile"};
  return std::nullopt;
}

/// \p S, or a part of it, declares \p Var.
static bool holdsDeclaration(const Stmt *S, const VarDecl &Var) {
  const auto *Decls = dyn_cast_or_null<DeclStmt>(S);
  return (Decls && llvm::is_contained(Decls->decls(), &Var)) ||
         (S && llvm::any_of(S->children(), [&](const Stmt *Child) {
            return holdsDeclaration(Child, Var);
          }));
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
           !holdsDeclaration(&Scope, *Var) && Members->isFixed(*Field);
  };
}

/// Rule 5: each store hits the same elements in every trip. Where it does not,
/// \p Facts about the launches, if they are known by now, help to show that
/// nobody reads the others.
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
  // if (g) T[i] = A[i]; else T[i] = f(B[i]);   stores T[i] either way.
  auto StoredInBoth = [&](const TileCopy &Copy, size_t Index) {
    return llvm::any_of(A.M.Copies, [&](const TileCopy &Other) {
      return Other.Path.Conditions == Copy.Path.Conditions &&
             Other.Path.Calls == Copy.Path.Calls &&
             Other.Path.Loops == Copy.Path.Loops &&
             Other.Path.InElse[Index] != Copy.Path.InElse[Index] &&
             std::equal(Copy.Path.InElse.begin(),
                        Copy.Path.InElse.begin() + Index,
                        Other.Path.InElse.begin()) &&
             sameExpression(Other.Destination, Copy.Destination, A.Ctx) &&
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

} // namespace

VarSet carriedVariables(const LoopAnalysis &A) {
  Effects Body = effectsOf(A.M.Header.Body, A.Flow, A.Ctx);
  VarSet Out = A.IncEffects.Writes;
  for (const VarDecl *Var : Body.Writes)
    if (Body.UpwardReads.count(Var) || A.CondEffects.Reads.count(Var) ||
        A.IncEffects.Reads.count(Var))
      Out.insert(Var);
  return Out;
}

void checkSecondBuffer(LoopAnalysis &A) {
  MaybeRejection &Why = A.M.Staged.SingleBufferOnly;
  if (A.inDeviceFunction())
    for (const VarDecl *Tile : A.M.Staged.Tiles)
      if (isa<ParmVarDecl>(Tile) || Tile->hasExternalStorage()) {
        Why = Rejection{RejectionKind::TileUsedOutsideLoop,
                        Tile->getSourceRange(),
                        quoted(Tile) + " comes from the caller, who has one "
                                       "buffer of it"};
        return;
      }
  Why = TileUses(A).find(A.M.Kernel->getBody(), /*InLoop=*/false);
  for (const auto &[Tile, Loop] : A.M.Staged.SharedWith)
    if (!Why && A.M.Staged.UsedAfter.count(Tile))
      Why =
          Rejection{RejectionKind::TileUsedOutsideLoop, Tile->getSourceRange(),
                    quoted(Tile) + " is a tile of another loop, too, and is "
                                   "used behind the loops"};
  if (!Why)
    Why = checkTileTypes(A);
  if (!Why)
    Why = checkFileScope(A);
  if (!Why)
    Why = readDynamicArea(A);
  if (!Why)
    Why = checkThreadsStay(A);
  if (Why)
    return;
  Why = checkFootprint(A, nullptr);
  // All threads played: what a trip stores hangs on nothing that changes.
  if (Why && A.M.Staged.Dynamic &&
      llvm::all_of(
          A.M.Staged.Tiles,
          [](const VarDecl *Tile) { return isDynamicShared(*Tile); }) &&
      partsKeepApart(A)) {
    Why = std::nullopt;
    A.M.Proofs.HoldsForNumbers = true;
  }
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
