//===- Taint.cpp - What depends on a set of variables ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/Taint.h"
#include "ThreadQuestions.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace cudapipe {

Taint::Taint(const Stmt *Scope, const PointerFlow &Flow, const ASTContext &Ctx,
             Seed Kind, VarSet Variables, VarSet Same, MemberTest Stays)
    : Scope(Scope), Flow(Flow), Ctx(Ctx), Kind(Kind),
      Tainted(std::move(Variables)), Same(std::move(Same)),
      Stays(std::move(Stays)), Questions(std::make_shared<ThreadQuestions>()) {
  for (size_t Before = ~size_t(0); Before != Tainted.size();) {
    Before = Tainted.size();
    spread(Scope, /*Control=*/false);
  }
}

void Taint::mark(const Expr *Target, bool IsTainted) {
  if (!IsTainted)
    return;
  for (const MemoryRoot &Root : Flow.rootsOfObject(Target))
    if (Root.Kind == MemoryRoot::Local)
      Tainted.insert(Root.Var);
  // A reference or pointer variable itself; an array stays where it is.
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Target->IgnoreParenImpCasts()))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        Var && !Var->getType().getNonReferenceType()->isArrayType() &&
        !Same.count(Var))
      Tainted.insert(Var);
}

/// True when a jump out of the loop body \p S hangs on a tainted condition.
bool Taint::leavesUnderTaint(const Stmt *S, bool Control) const {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (isa<BreakStmt, ContinueStmt, GotoStmt>(S))
    return Control;
  if (const auto *If = dyn_cast<IfStmt>(S))
    Control |= reaches(If->getCond());
  // Jumps inside another loop end there.
  if (isa<ForStmt, WhileStmt, DoStmt>(S))
    return false;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return Child && leavesUnderTaint(Child, Control);
  });
}

bool Taint::controls(const Stmt *S, bool Control) const {
  if (const auto *If = dyn_cast<IfStmt>(S))
    return reaches(If->getCond());
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return reaches(Switch->getCond());
  if (const auto *For = dyn_cast<ForStmt>(S))
    return (For->getCond() && reaches(For->getCond())) ||
           leavesUnderTaint(For->getBody(), Control);
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return reaches(While->getCond()) ||
           leavesUnderTaint(While->getBody(), Control);
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return reaches(Do->getCond()) || leavesUnderTaint(Do->getBody(), Control);
  const auto *Cond = dyn_cast<ConditionalOperator>(S);
  return Cond && reaches(Cond->getCond());
}

/// What a call may write through a reference or a pointer; null \p Call for
/// that of a constructor.
void Taint::spreadToArguments(llvm::ArrayRef<const Expr *> Args,
                              const CallExpr *Call, bool Any) {
  const FunctionDecl *Callee = Call ? calledFunction(*Call) : nullptr;
  for (const Expr *Arg : Args) {
    // In a template, arguments are not converted to values yet.
    bool ByValue =
        Callee && Call->isTypeDependent() &&
        llvm::any_of(Callee->parameters(), [&](const ParmVarDecl *Param) {
          return argumentFor(*Call, *Param) == Arg &&
                 !Param->getType()->isReferenceType();
        });
    if (!ByValue && Arg->isGLValue() && !Arg->getType().isConstQualified())
      mark(Arg, Any);
    else if (Any && Arg->getType()->isPointerType())
      for (const MemoryRoot &Root : Flow.rootsOfPointer(Arg))
        if (Root.Kind == MemoryRoot::Local)
          Tainted.insert(Root.Var);
  }
}

/// What \p Call, of a member function, may leave in its object.
void Taint::spreadToObject(const CXXMemberCallExpr &Call) {
  const Expr *Object = Call.getImplicitObjectArgument();
  auto [It, IsNew] = Written.try_emplace(&Call);
  if (IsNew) {
    Effects E = effectsOf(&Call, Flow, Ctx);
    for (const MemoryRoot &Root : Object->getType()->isPointerType()
                                      ? Flow.rootsOfPointer(Object)
                                      : Flow.rootsOfObject(Object))
      if (Root.Kind == MemoryRoot::Local &&
          (E.Writes.count(Root.Var) || !E.Unknown.empty()))
        It->second.insert(Root.Var);
  }
  Tainted.insert(It->second.begin(), It->second.end());
}

/// What is declared in a branch is there only for who takes it: that others do
/// not is no matter to its value.
bool Taint::endsWithBranch(const Expr *Target) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(Target->IgnoreParens());
  return Ref && endsWithBranch(dyn_cast<VarDecl>(Ref->getDecl()));
}

bool Taint::endsWithBranch(const VarDecl *Var) const {
  if (!Var || !Branch || UnderMore || !Var->isLocalVarDecl() ||
      Var->getType()->isReferenceType())
    return false;
  const SourceManager &SM = Ctx.getSourceManager();
  SourceLocation Loc = SM.getExpansionLoc(Var->getLocation());
  return SM.isBeforeInTranslationUnit(SM.getExpansionLoc(Branch->getBeginLoc()),
                                      Loc) &&
         SM.isBeforeInTranslationUnit(Loc,
                                      SM.getExpansionLoc(Branch->getEndLoc()));
}

void Taint::spread(const Stmt *S, bool Control) {
  if (!S)
    return;
  if (const auto *Op = dyn_cast<BinaryOperator>(S)) {
    if (Op->isAssignmentOp())
      mark(Op->getLHS(), (Control && !endsWithBranch(Op->getLHS())) ||
                             reaches(Op->getRHS()) ||
                             (!isa<DeclRefExpr>(Op->getLHS()->IgnoreParens()) &&
                              reaches(Op->getLHS())));
  } else if (const auto *Op = dyn_cast<UnaryOperator>(S)) {
    if (Op->isIncrementDecrementOp())
      mark(Op->getSubExpr(), Control && !endsWithBranch(Op->getSubExpr()));
  } else if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        if (Var->getInit() &&
            ((Control && !endsWithBranch(Var)) || reaches(Var->getInit())))
          Tainted.insert(Var);
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    bool Any = Control || reaches(Call);
    spreadToArguments({Call->getArgs(), Call->getNumArgs()}, Call, Any);
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call); Member && Any)
      spreadToObject(*Member);
  } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
    spreadToArguments({Construct->getArgs(), Construct->getNumArgs()},
                      /*Call=*/nullptr, Control || reaches(Construct));
  } else if (const auto *Asm = dyn_cast<GCCAsmStmt>(S)) {
    for (unsigned I = 0; I < Asm->getNumOutputs(); ++I)
      mark(Asm->getOutputExpr(I), true);
  }

  const auto Outer = std::make_pair(Branch, UnderMore);
  if (controls(S, Control)) {
    Control = true;
    if (isa<IfStmt>(S))
      Branch = S;
    else
      UnderMore = true;
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(S); Op && Op->isLogicalOp()) {
    spread(Op->getLHS(), Control);
    UnderMore = true;
    spread(Op->getRHS(), Control || reaches(Op->getLHS()));
  } else {
    for (const Stmt *Child : S->children())
      spread(Child, Control);
  }
  std::tie(Branch, UnderMore) = Outer;
}

/// What \p Call gives, or leaves where it writes, may depend on a seed.
bool Taint::reachesCall(const CallExpr &Call) const {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    Callee = calledFunction(Call);
  const FunctionDecl *Definition = nullptr;
  // A lambda's body names the variables around it.
  if (Callee && isLambdaBody(*Callee) && Callee->hasBody(Definition)) {
    if (!Entered.insert(Definition).second)
      return true;
    bool Reaches = reachesBody(Definition->getBody());
    Entered.erase(Definition);
    if (Reaches)
      return true;
  }
  if (Kind != Seed::ThreadIndex)
    return false;
  if (!Callee)
    return true;
  return isLibraryFunction(*Callee, Ctx)
             ? ThreadQuestions::answersEachThread(*Callee)
             : Questions->asks(*Callee);
}

bool Taint::reachesBody(const Stmt *S) const {
  if (const auto *E = dyn_cast_or_null<Expr>(S); E && !isa<LambdaExpr>(E))
    return reaches(E);
  return S && llvm::any_of(S->children(), [this](const Stmt *Child) {
           return reachesBody(Child);
         });
}

bool Taint::reaches(const Expr *E) const {
  if (!E || isa<LambdaExpr>(E))
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *Part = dyn_cast<BindingDecl>(Ref->getDecl()))
      return Tainted.count(cast<VarDecl>(Part->getDecomposedDecl()));
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var)
      return false;
    if (Tainted.count(Var))
      return true;
    const IdentifierInfo *Id = Var->getIdentifier();
    return Kind == Seed::ThreadIndex && Id && Id->getName() == "threadIdx";
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E);
      Member && Stays && Stays(*Member))
    return false;
  if (const FieldDecl *Field = Flow.members() ? fieldOfThis(E) : nullptr)
    return Tainted.count(Flow.members()->of(Field));
  if (isa<CXXThisExpr>(E))
    return Flow.members() &&
           llvm::any_of(Flow.members()->all(), [this](const auto &Entry) {
             return Tainted.count(Entry.second);
           });
  if (const auto *Op = dyn_cast<BinaryOperator>(E);
      Op && Op->isComparisonOp() && comparesEvenly(*Op))
    return false;
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return reaches(Default->getExpr());
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(E))
    return reaches(Default->getExpr());
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && reachesCall(*Call))
    return true;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E);
      Construct && Kind == Seed::ThreadIndex &&
      !isLibraryFunction(*Construct->getConstructor(), Ctx) &&
      Questions->asks(*Construct->getConstructor()))
    return true;
  for (const Stmt *Child : E->children())
    if (const auto *Sub = dyn_cast_or_null<Expr>(Child); Sub && reaches(Sub))
      return true;
  return false;
}

} // namespace cudapipe
