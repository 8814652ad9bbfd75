//===- StepWay.cpp - From a step to the loop ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepWay.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <set>

using namespace clang;

namespace cudapipe {

const VarDecl *ringVariable(const Expr *E) {
  const auto *Ref =
      E ? dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()) : nullptr;
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// \p Param is what it was given wherever it is used: instructions by name,
/// `cuda::ptx::`, may take it by reference, and set nothing.
static bool staysAsGiven(const ParmVarDecl &Param) {
  const auto *Function = dyn_cast<FunctionDecl>(Param.getDeclContext());
  if (isNeverChanged(Param) || !Function || !Function->getBody())
    return isNeverChanged(Param);
  llvm::SmallPtrSet<const Expr *, 8> Read;
  forEach<Expr>(Function->getBody(), [&](const Expr &E) {
    if (const auto *Load = dyn_cast<ImplicitCastExpr>(&E);
        Load && Load->getCastKind() == CK_LValueToRValue)
      Read.insert(Load->getSubExpr()->IgnoreParens());
    const auto *Call = dyn_cast<CallExpr>(&E);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (Callee && llvm::StringRef(Callee->getQualifiedNameAsString())
                      .starts_with("cuda::ptx::"))
      for (const Expr *Arg : Call->arguments())
        Read.insert(Arg->IgnoreParens());
  });
  return !holds(Function->getBody(), [&](const Stmt &S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&S);
    return isa<LambdaExpr>(S) ||
           (Ref && Ref->getDecl() == &Param && !Read.count(Ref));
  });
}

/// What a parameter was given, as far out as it is one.
ExprOnWay outermost(ExprOnWay At) {
  while (true) {
    const auto *Param = dyn_cast_or_null<ParmVarDecl>(ringVariable(At.E));
    // One that the function changes is no longer what it was given.
    if (!Param || (!At.Calls.empty() && !staysAsGiven(*Param)))
      return At;
    bool Found = false;
    for (size_t I = At.Calls.size(); I-- > 0 && !Found;) {
      const FunctionDecl *Callee = calledFunction(*At.Calls[I]);
      if (!Callee || Param->getFunctionScopeIndex() >= Callee->getNumParams() ||
          Callee->getParamDecl(Param->getFunctionScopeIndex()) != Param)
        continue;
      const Expr *Arg = argumentFor(*At.Calls[I], *Param);
      if (!Arg)
        return At;
      At = {Arg, At.Calls.take_front(I)};
      Found = true;
    }
    if (!Found)
      return At;
  }
}

/// `extern __shared__ unsigned char smem[]` of a function that returns where in
/// it tiles start: the one shared variable it knows.
static const VarDecl *arrayInside(const CallExpr &Call) {
  const FunctionDecl *Callee = calledFunction(Call);
  if (!Callee || !Callee->getBody() || !Call.getType()->isPointerType())
    return nullptr;
  std::set<const VarDecl *> Found;
  forEach<DeclRefExpr>(Callee->getBody(), [&](const DeclRefExpr &Ref) {
    const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
    if (Var && Var->hasGlobalStorage())
      Found.insert(Var);
  });
  return Found.size() == 1 && (*Found.begin())->hasAttr<CUDASharedAttr>()
             ? *Found.begin()
             : nullptr;
}

/// The variable of shared memory whose address, or a number made of it, \p At
/// is; and in \p Through, another variable that holds it.
const VarDecl *sharedRootOf(ExprOnWay At, const VarDecl *&Through,
                            unsigned Depth) {
  At = outermost(At);
  if (!At.E || Depth > 16)
    return nullptr;
  const Expr *E = At.E->IgnoreParenCasts();
  auto Of = [&](const Expr *Part) {
    return sharedRootOf({Part, At.Calls}, Through, Depth + 1);
  };
  if (const auto *Op = dyn_cast<UnaryOperator>(E))
    return Of(Op->getSubExpr());
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return Of(Element->getBase());
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Of(Member->getBase());
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return Of(Temporary->getSubExpr());
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    const VarDecl *Left = Of(Op->getLHS());
    return Left ? Left : Of(Op->getRHS());
  }
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
    return Of(Member->getImplicitObjectArgument());
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return Call->getNumArgs() ? Of(Call->getArg(0)) : arrayInside(*Call);
  const VarDecl *Var = ringVariable(E);
  if (!Var)
    return nullptr;
  if (Var->hasAttr<CUDASharedAttr>())
    return Var;
  if (!Var->hasLocalStorage() || !Var->getInit() || isa<ParmVarDecl>(Var))
    return nullptr;
  const VarDecl *Root = Of(Var->getInit());
  // One that a called function has for itself goes with the call.
  if (Root && At.Calls.empty())
    Through = Var;
  return Root;
}

/// How \p S, run once, leads to \p Target in it.
static Reach reachOf(const Stmt *S, const Stmt *Target) {
  if (S == Target)
    return Reach::Always;
  const Stmt *Part = nullptr;
  for (const Stmt *Child : S->children())
    if (Child && contains(Child, Target))
      Part = Child;
  if (!Part)
    return Reach::Perhaps;
  const Reach Inner = reachOf(Part, Target);
  if (Inner == Reach::Perhaps)
    return Inner;
  if (const auto *If = dyn_cast<IfStmt>(S))
    return Part == If->getCond() || Part == If->getInit() ? Inner
                                                          : Reach::Perhaps;
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(S))
    return Part == Choice->getCond() ? Inner : Reach::Perhaps;
  if (const auto *Op = dyn_cast<BinaryOperator>(S); Op && Op->isLogicalOp())
    return Part == Op->getLHS() ? Inner : Reach::Perhaps;
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return Part == While->getCond() ? Reach::Again : Reach::Perhaps;
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    if (Part == For->getInit())
      return Inner;
    return Part == For->getCond() || !For->getCond() ? Reach::Again
                                                     : Reach::Perhaps;
  }
  if (isa<DoStmt>(S))
    return Reach::Again;
  if (isa<SwitchStmt, LambdaExpr>(S))
    return Reach::Perhaps;
  return Inner;
}

bool leavesBefore(const Stmt *Top, const Stmt *Next) {
  bool Found = false;
  holds(Top, [&](const Stmt &S) {
    Found |= &S != Next &&
             isa<ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt>(S) &&
             !contains(&S, Next);
    return &S == Next;
  });
  return Found;
}

/// How \p Top leads to \p Step, through all functions.
Reach reachOf(const Stmt *Top, const TransferStep &Step) {
  Reach Out = Reach::Always;
  const Stmt *In = Top;
  for (size_t I = 0; I <= Step.Calls.size(); ++I) {
    const Stmt *Next = I < Step.Calls.size() ? Step.Calls[I] : Step.Where;
    if (I > 0 && leavesBefore(In, Next))
      return Reach::Perhaps;
    const Reach Here = reachOf(In, Next);
    if (Here == Reach::Perhaps)
      return Here;
    if (Here == Reach::Again)
      Out = Here;
    if (I < Step.Calls.size()) {
      const FunctionDecl *Callee = calledFunction(*Step.Calls[I]);
      In = Callee ? Callee->getBody() : nullptr;
      if (!In)
        return Reach::Perhaps;
    }
  }
  return Out;
}

} // namespace cudapipe
