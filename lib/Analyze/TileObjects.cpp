//===- TileObjects.cpp - Elements that are objects ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// half, float4, a complex number of the user: what their members and operators
// get is a reference, and (&x)[1] is the next element. The library's keep to
// the object; the user's are read.
//
//===----------------------------------------------------------------------===//

#include "TileUses.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"

using namespace clang;

namespace cudapipe {

/// Members that call each other deeper than this are not read.
static constexpr unsigned MaxDepth = 4;

/// \p Method, called by \p Call, does nothing with `this` but to use values
/// of members, and hands out nothing that leads back.
bool TileUseReader::staysInObject(const CallExpr &Call,
                                  const FunctionDecl *Method,
                                  const UseScope &Scope, unsigned Depth) {
  if (!Method || Call.getType()->isPointerType())
    return fail(&Call, "it hands out pointers");
  // Of the operators, `a = b` and `a += b` that stand alone.
  if (Call.isGLValue() &&
      isa_and_nonnull<Expr>(Scope.Parents.getParentIgnoreParens(&Call)) &&
      !isa<FullExpr>(Scope.Parents.getParentIgnoreParens(&Call)))
    return fail(&Call, "it hands out references");
  if (Method->isTrivial() || Method->isDefaulted() ||
      isLibraryFunction(*Method, Ctx))
    return true;
  const FunctionDecl *Body = calledFunction(Call);
  if (!Body || isLambdaBody(*Body) || Depth > MaxDepth)
    return fail(&Call, "an element is passed to a function that is not "
                       "followed");
  UseScope Inner(Body->getBody());
  auto Visit = [&](auto &&Self, const Stmt *S) -> bool {
    if (!S)
      return true;
    if (isa<CXXThisExpr>(S)) {
      const auto *Member = dyn_cast_or_null<MemberExpr>(
          Inner.Parents.getParentIgnoreParenImpCasts(const_cast<Stmt *>(S)));
      return Member ? member(*Member, Inner, Depth + 1)
                    : fail(S, "this use of an element is not understood");
    }
    return llvm::all_of(S->children(),
                        [&](const Stmt *Child) { return Self(Self, Child); });
  };
  return Visit(Visit, Body->getBody());
}

/// \p Member of an element: its value is used, or it is a function that keeps
/// to the element. (&v.x)[i] may lead anywhere.
bool TileUseReader::member(const MemberExpr &Member, const UseScope &Scope,
                           unsigned Depth) {
  const Stmt *P = Scope.Parents.getParent(&Member);
  if (const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(P))
    return staysInObject(*Call, Call->getMethodDecl(), Scope, Depth);
  const auto *Cast = dyn_cast_or_null<CastExpr>(P);
  const auto *Op = dyn_cast_or_null<BinaryOperator>(P);
  const auto *Step = dyn_cast_or_null<UnaryOperator>(P);
  if ((Cast && Cast->getCastKind() == CK_LValueToRValue) ||
      (Op && Op->isAssignmentOp() && Op->getLHS() == &Member) ||
      (Step && Step->isIncrementDecrementOp()))
    return true;
  return fail(&Member, "this use of a member is not understood");
}

/// An element becomes another object by \p Made.
bool TileUseReader::construct(const CXXConstructExpr &Made) {
  const CXXConstructorDecl *Constructor = Made.getConstructor();
  return Constructor->isTrivial() || Constructor->isDefaulted() ||
         isLibraryFunction(*Constructor, Ctx) ||
         fail(&Made, "an element is passed to a constructor that is not "
                     "followed");
}

/// The element \p E is an operand of \p Call.
bool TileUseReader::operate(const CXXOperatorCallExpr &Call, const Expr *E,
                            const TileAddressPath &Path,
                            const UseScope &Scope) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || !Path.IsObject)
    return fail(&Call, "this operator is not understood");
  unsigned Argument = llvm::find(Call.arguments(), E) - Call.arg_begin();
  bool IsMethod = isa<CXXMethodDecl>(Callee);
  if ((IsMethod && Argument == 0) || isLibraryFunction(*Callee, Ctx) ||
      Callee->isDefaulted())
    return staysInObject(Call, Callee, Scope, 0) &&
           add(E, E->getType(), Path, Scope);
  return follow(Call, Argument, E, Path, Scope);
}

} // namespace cudapipe
