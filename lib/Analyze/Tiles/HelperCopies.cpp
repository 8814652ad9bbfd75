//===- HelperCopies.cpp - Tile stores in called functions -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HelperCopies.h"
#include "CopyReader.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Taint.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

bool TileCopy::isMadeBy(const Stmt *S) const {
  if (Path.Calls.empty())
    return Zero.GuardIf ? Zero.GuardIf == S : Store == S;
  const auto *E = dyn_cast<Expr>(S);
  return E && E->IgnoreImplicit()->IgnoreParens() == Path.Calls.front();
}

/// A return in front of the end: what stands behind it may not run.
static const Stmt *findEarlyReturn(const CompoundStmt *Body) {
  auto Find = [](auto &&Self, const Stmt *S) -> const Stmt * {
    if (!S || isa<ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt>(S))
      return S;
    if (isa<LambdaExpr>(S))
      return nullptr;
    for (const Stmt *Child : S->children())
      if (const Stmt *Found = Self(Self, Child))
        return Found;
    return nullptr;
  };
  for (const Stmt *S : Body->body())
    if (!isa<ReturnStmt>(S) || S != Body->body_back())
      if (const Stmt *Found = Find(Find, S))
        return Found;
  return nullptr;
}

/// A member that only the class may name, in \p S, a member function's body.
static const MemberExpr *findPrivate(const Stmt *S) {
  if (!S)
    return nullptr;
  const auto *Member = dyn_cast<MemberExpr>(S);
  if (Member && Member->getMemberDecl()->getAccess() != AS_public &&
      isa<FieldDecl>(Member->getMemberDecl()))
    return Member;
  for (const Stmt *Child : S->children())
    if (const MemberExpr *Found = findPrivate(Child))
      return Found;
  return nullptr;
}

MaybeRejection CopyReader::readHelper(const CallExpr &Call) {
  const FunctionDecl *Function = calledFunction(Call);
  const auto *Body =
      Function ? dyn_cast_or_null<CompoundStmt>(Function->getBody()) : nullptr;
  if (!Body)
    return unsupported(&Call, "a called function stores the tile, and which "
                              "one is only known to an instantiation");
  std::string Name = isLambdaBody(*Function) ? "the lambda" : quoted(Function);
  for (const CallExpr *Outer : Calls)
    if (calledFunction(*Outer) == Function)
      return unsupported(&Call, Name + " stores the tile and calls itself");
  for (const Expr *Arg : Call.arguments())
    if (storesTile(Arg))
      return unsupported(Arg, "an argument of a call stores the tile");
  const Stmt *Jump = findJump(Body);
  if (!Jump)
    Jump = findEarlyReturn(Body);
  if (Jump)
    return unsupported(Jump, "a jump in " + Name + " decides what it stores");

  // What an object holds may change from trip to trip, unseen.
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  if (Method && Method->isInstance() &&
      (!isLambdaBody(*Function) ||
       llvm::any_of(Method->getParent()->captures(),
                    [](const LambdaCapture &Capture) {
                      return Capture.capturesVariable() &&
                             Capture.getCapturedVar()->isInitCapture();
                    }))) {
    // Else its statements would stand in the loop.
    if (const MemberExpr *Private =
            isLambdaBody(*Function) ? nullptr : findPrivate(Body))
      return unsupported(&Call, Name +
                                    " stores the tile, and the kernel may "
                                    "not name " +
                                    quoted(Private->getMemberDecl()) +
                                    ", a member that is not public");
    return unsupported(&Call, Name +
                                  " stores the tile and is a member function "
                                  "or a lambda with variables of its own");
  }

  PointerFlow Inside = flowInto(Call, Flow, A.Ctx);
  ParentMap InsideParents(Function->getBody());
  CopyReader Reader(A, Item, Inside, InsideParents);
  Reader.Calls = Calls;
  Reader.Calls.push_back(&Call);
  Reader.Loops = Loops;
  Reader.Conditions = Conditions;
  Reader.InElse = InElse;
  return Reader.read(Body);
}

Definitions definitionsFor(const TileCopy &Copy, const Definitions &Kernel,
                           const ASTContext &Ctx) {
  Definitions Out = Kernel;
  for (const CallExpr *Call : Copy.Path.Calls) {
    const FunctionDecl *Function = calledFunction(*Call);
    collectDefinitions(Function->getBody(), Out);
    for (const ParmVarDecl *Param : Function->parameters()) {
      QualType Type = Param->getType();
      const Expr *Arg = argumentFor(*Call, *Param);
      bool IsArray =
          Type->isReferenceType() && Type->getPointeeType()->isArrayType();
      // A reference to anything else may change with what it refers to.
      if (Arg && (IsArray || !Type->isReferenceType()) &&
          isNeverChanged(*Param))
        Out[Param] = Arg;
    }
  }
  return Out;
}

VarSet changingBetween(const TileCopy &First, const TileCopy &Second,
                       const LoopAnalysis &A) {
  VarSet Out;
  for (const TileCopy *Copy : {&First, &Second}) {
    llvm::SmallVector<PointerFlow, 2> Flows{A.Flow};
    for (const CallExpr *Call : Copy->Path.Calls) {
      const FunctionDecl *Function = calledFunction(*Call);
      Flows.push_back(flowInto(*Call, Flows.back(), A.Ctx));
      Effects E = effectsOf(Function->getBody(), Flows.back(), A.Ctx);
      Out.insert(E.Writes.begin(), E.Writes.end());
      // Each call has parameters of its own.
      if (First.Path.Calls != Second.Path.Calls)
        Out.insert(Function->param_begin(), Function->param_end());
    }
  }
  return Out;
}

VarSet movingInHelpers(const LoopAnalysis &A, VarSet Moving) {
  for (size_t Before = ~size_t(0); Before != Moving.size();) {
    Before = Moving.size();
    for (const TileCopy &Copy : A.M.Copies) {
      llvm::SmallVector<PointerFlow, 2> Flows{A.Flow};
      for (const CallExpr *Call : Copy.Path.Calls) {
        const FunctionDecl *Function = calledFunction(*Call);
        Taint Seeds(nullptr, Flows.back(), A.Ctx, Taint::Seed::VariablesOnly,
                    Moving);
        for (const ParmVarDecl *Param : Function->parameters()) {
          const Expr *Arg = argumentFor(*Call, *Param);
          if (!Arg || Seeds.reaches(Arg))
            Moving.insert(Param);
        }
        Flows.push_back(flowInto(*Call, Flows.back(), A.Ctx));
        Moving = Taint(Function->getBody(), Flows.back(), A.Ctx,
                       Taint::Seed::VariablesOnly, Moving)
                     .variables();
      }
    }
  }
  return Moving;
}

} // namespace cudapipe
