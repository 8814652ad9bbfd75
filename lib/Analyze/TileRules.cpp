//===- TileRules.cpp - Rules 4 and 5: may the tile have two buffers? ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexForm.h"
#include "LoopAnalysis.h"
#include "cudapipe/Analyze/AccessType.h"
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
  bool readsElement(const Stmt *Parent, const Stmt *E) const;

  LoopAnalysis &A;
};

MaybeRejection TileUses::find(const Stmt *S, bool InLoop) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return std::nullopt;
  // Only the body sees the stage buffer: the header is outside.
  if (S == A.M.Body)
    InLoop = true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()); A.isTile(Var)) {
      if (!InLoop)
        return Rejection{RejectionKind::TileUsedOutsideLoop,
                         Ref->getSourceRange(),
                         quoted(Var) + " is one array here and two stages in "
                                       "the loop"};
      return follow(Ref);
    }
  for (const Stmt *Child : S->children())
    if (MaybeRejection Why = find(Child, InLoop))
      return Why;
  return std::nullopt;
}

/// \p Parent takes the value of the tile element \p E, not its address.
bool TileUses::readsElement(const Stmt *Parent, const Stmt *E) const {
  if (const auto *Cast = dyn_cast<CastExpr>(Parent))
    return Cast->getCastKind() == CK_LValueToRValue;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Parent))
    return Construct->getConstructor()->isCopyOrMoveConstructor() &&
           (Construct->getConstructor()->isTrivial() ||
            isLibraryFunction(*Construct->getConstructor(), A.Ctx));
  // A template spells no conversion out.
  const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
  if (!Element || !A.M.Kernel->isTemplated() ||
      accessType(Element, A.Ctx)->isArrayType())
    return false;
  if (const auto *Op = dyn_cast<BinaryOperator>(Parent))
    return !Op->isAssignmentOp() || Op->getRHS() == E;
  return isa<CXXOperatorCallExpr>(Parent);
}

/// Follows the address of a tile upwards: it may be used, but not kept where
/// another trip could find it.
MaybeRejection TileUses::follow(const DeclRefExpr *Use) const {
  auto Escape = [&](const Stmt *S) {
    return Rejection{RejectionKind::TileAddressEscapes, S->getSourceRange(),
                     "the address of " + quoted(Use->getDecl()) +
                         " is kept in " + quoted(S, A.Ctx)};
  };
  const Stmt *Child = Use;
  for (const Stmt *S = A.Parents.getParent(Child); S;
       Child = S, S = A.Parents.getParent(S)) {
    if (readsElement(S, Child))
      return std::nullopt; // the element's value, no address any more
    if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Decls->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D);
            Var && (!A.declaredInBody(Var) || Var->isStaticLocal()))
          return Escape(S);
      return std::nullopt; // made anew every trip
    }
    if (const auto *Op = dyn_cast<BinaryOperator>(S); Op && Op->isAssignmentOp()) {
      if (Op->getLHS() == Child)
        return std::nullopt; // a store to the element
      const auto *Ref =
          dyn_cast<DeclRefExpr>(Op->getLHS()->IgnoreParenImpCasts());
      const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      if (Var && Var->hasLocalStorage() && A.declaredInBody(Var))
        return std::nullopt;
      return Escape(S);
    }
    if (const auto *Call = dyn_cast<CallExpr>(S)) {
      if (Call->getType()->isVoidType() ||
          Call->getType()->isFloatingType())
        return std::nullopt;
      if (!Call->getType()->isPointerType() &&
          !Call->getType()->isIntegerType())
        return std::nullopt;
      continue; // a pointer or an address may come back
    }
    if (isa<InitListExpr, CXXConstructExpr, LambdaExpr, ReturnStmt>(S)) {
      const auto *E = dyn_cast<Expr>(S);
      if (!E || !E->getType()->isArithmeticType())
        return Escape(S);
    }
    if (!isa<Expr>(S))
      return std::nullopt;
  }
  return std::nullopt;
}

/// The variables whose value one trip hands to the next.
VarSet carriedVariables(const LoopAnalysis &A) {
  Effects Body = effectsOf(A.M.Body, A.Flow, A.Ctx);
  VarSet Out;
  for (const VarDecl *Var : A.WrittenInLoop)
    if (Body.UpwardReads.count(Var) || A.CondEffects.Reads.count(Var) ||
        A.IncEffects.Reads.count(Var) || A.IncEffects.Writes.count(Var))
      Out.insert(Var);
  return Out;
}

/// Rule 5: each store hits the same elements in every trip.
MaybeRejection checkFootprint(LoopAnalysis &A) {
  Taint Moving(A.M.Body, A.Flow, A.Ctx, Taint::Seed::VariablesOnly,
               carriedVariables(A));
  auto Moves = [&](const Stmt *S) {
    const auto *E = dyn_cast_or_null<Expr>(S);
    return E && Moving.reaches(E);
  };
  auto StoredAnyway = [&](const TileCopy &Copy) {
    // T[i] = 0; if (k + i < K) T[i] = A[i];   stores T[i] in any case.
    return llvm::any_of(A.M.Copies, [&](const TileCopy &Other) {
      return &Other < &Copy && Other.Loops == Copy.Loops &&
             llvm::none_of(Other.Conditions, Moves) &&
             sameExpression(Other.Destination, Copy.Destination, A.Ctx);
    });
  };
  for (const TileCopy &Copy : A.M.Copies) {
    auto Reject = [&](const Stmt *S) {
      return Rejection{RejectionKind::FootprintMoves, S->getSourceRange(),
                       "which elements of " + quoted(Copy.Tile) +
                           " are stored depends on " + quoted(S, A.Ctx) +
                           "; the others would be those of an earlier tile"};
    };
    if (Moves(Copy.Destination))
      return Reject(Copy.Destination);
    for (const ForStmt *Loop : Copy.Loops) {
      const VarDecl *Var = nullptr;
      if (const auto *Decls = dyn_cast_or_null<DeclStmt>(Loop->getInit()))
        for (const Decl *D : Decls->decls())
          if ((Var = dyn_cast<VarDecl>(D)) && Moving.reaches(Var))
            return Reject(Loop->getCond() ? Loop->getCond() : Copy.Store);
      if (Moves(Loop->getCond()))
        return Reject(Loop->getCond());
      if (Moves(Loop->getInc()))
        return Reject(Loop->getInc());
    }
    for (const Expr *Cond : Copy.Conditions)
      if (Moves(Cond) && !StoredAnyway(Copy))
        return Reject(Cond);
  }
  return std::nullopt;
}

/// The widest alignment that an access built on \p Use may rely on: 1 for
/// plain elements, the vector's size for vectors, 16 where the address goes to
/// a call or asm (ldmatrix), 32 for wmma (Programming Guide, 10.24.1).
unsigned alignmentOf(const DeclRefExpr *Use, const LoopAnalysis &A) {
  unsigned Out = 1;
  const Stmt *Child = Use;
  for (const Stmt *S = A.Parents.getParent(Child); S;
       Child = S, S = A.Parents.getParent(S)) {
    if (const auto *Cast = dyn_cast<CastExpr>(S)) {
      if (Cast->getCastKind() == CK_LValueToRValue)
        return Out;
      QualType To = Cast->getType();
      if (To->isPointerType())
        To = To->getPointeeType();
      if ((Cast->getCastKind() == CK_BitCast ||
           Cast->getCastKind() == CK_LValueBitCast) &&
          !To->isVoidType() && !To->isDependentType() &&
          !To->isIncompleteType())
        Out = std::max<unsigned>(
            Out, A.Ctx.getTypeAlignInChars(To).getQuantity());
      else if (To->isDependentType() || Cast->getCastKind() == CK_Dependent)
        Out = std::max(Out, 16u);
    } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      bool Wmma = Callee && Callee->getQualifiedNameAsString().find("wmma") !=
                                std::string::npos;
      return std::max(Out, Wmma ? 32u : 16u);
    } else if (isa<AsmStmt, DeclStmt>(S)) {
      return std::max(Out, 16u); // what the pointer is used for is not known
    }
    if (!isa<Expr>(S))
      return Out;
  }
  return Out;
}

void collectAlignment(const Stmt *S, LoopAnalysis &A) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()); A.isTile(Var)) {
      unsigned &Alignment = A.M.StageAlignment[Var];
      Alignment = std::max({Alignment, 1u, alignmentOf(Ref, A)});
    }
  for (const Stmt *Child : S->children())
    collectAlignment(Child, A);
}

} // namespace

void checkSecondBuffer(LoopAnalysis &A) {
  collectAlignment(A.M.Body, A);
  MaybeRejection &Why = A.M.SingleBufferOnly;
  Why = TileUses(A).find(A.M.Kernel->getBody(), /*InLoop=*/false);
  if (!Why)
    Why = checkFootprint(A);
}

} // namespace cudapipe
