//===- WaitFinder.cpp - Loops that wait for others ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaitFinder.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace cudapipe {

/// Calls are followed so deep.
static constexpr unsigned MaxDepth = 4;

static const ValueDecl *named(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts())
               ? Member->getMemberDecl()
               : named(Member->getBase());
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return named(subscriptBase(*Element));
  if (const auto *Op = dyn_cast<UnaryOperator>(E))
    return named(Op->getSubExpr());
  if (const auto *Op = dyn_cast<BinaryOperator>(E);
      Op && Op->isAdditiveOp() && Op->getType()->isPointerType())
    return named(Op->getLHS()->getType()->isPointerType() ? Op->getLHS()
                                                          : Op->getRHS());
  return nullptr;
}

/// "atomicAdd" of "atomicAdd", "atomicAdd_block", "atomicAdd_system"; else "".
static llvm::StringRef atomicName(const CallExpr &Call) {
  const FunctionDecl *Callee = knownCallee(Call);
  if (!Callee || !Callee->getIdentifier() ||
      !Callee->getName().starts_with("atomic") || Call.getNumArgs() < 2)
    return "";
  return Callee->getName().split('_').first;
}

/// The variable whose value an atomicCAS() in \p S expects.
static const ValueDecl *expectedBy(const Stmt *S) {
  if (!S)
    return nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(S);
      Call && Call->getNumArgs() == 3 && atomicName(*Call) == "atomicCAS")
    if (const ValueDecl *Seen = named(Call->getArg(1)))
      return Seen;
  for (const Stmt *Child : S->children())
    if (const ValueDecl *Seen = expectedBy(Child))
      return Seen;
  return nullptr;
}

WaitFinder::WaitFinder(llvm::ArrayRef<const Stmt *> Body, const Expr *Cond,
                       llvm::function_ref<bool(const Stmt *)> Asks)
    : Asks(Asks) {
  if (Cond) {
    addTo(Ends, Cond);
    addExits(Cond);
  }
  for (const Stmt *S : Body)
    collect(S, 0);
  findFresh(Body);
}

void WaitFinder::addExits(const Expr *Cond) {
  Cond = Cond->IgnoreParenImpCasts();
  if (const auto *Op = dyn_cast<BinaryOperator>(Cond);
      Op && Op->isLogicalOp()) {
    addExits(Op->getLHS());
    return addExits(Op->getRHS());
  }
  if (const auto *Not = dyn_cast<UnaryOperator>(Cond);
      Not && Not->getOpcode() == UO_LNot)
    return addExits(Not->getSubExpr());
  addTo(Exits.emplace_back(), Cond);
}

void WaitFinder::addTo(Parts &P, const Stmt *S, bool IsSource) {
  if (!S)
    return;
  if (IsSource)
    P.From.push_back(S);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    P.Decls.insert(Ref->getDecl());
  if (const auto *Member = dyn_cast<MemberExpr>(S)) {
    P.Decls.insert(Member->getMemberDecl());
    P.Memory |= Member->isArrow() &&
                !isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts());
  }
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(S))
    P.Memory |= !subscriptBase(*Element)
                     ->IgnoreParenImpCasts()
                     ->getType()
                     ->isArrayType();
  if (const auto *Op = dyn_cast<UnaryOperator>(S))
    P.Memory |= Op->getOpcode() == UO_Deref;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    for (const Expr *Arg : Call->arguments())
      P.Memory |= Arg->getType()->isPointerType();
  for (const Stmt *Child : S->children())
    addTo(P, Child, /*IsSource=*/false);
}

void WaitFinder::set(const Expr *Target, const Stmt *Value, bool Moves) {
  const ValueDecl *To = named(Target);
  if (!To)
    return;
  if (!isa<DeclRefExpr>(Target->IgnoreParenCasts()) ||
      To->getType()->isReferenceType())
    SetThrough.insert(To);
  if (Moves)
    move(*To);
  addTo(Sets[To], Value, /*IsSource=*/!Through);
  if (Through)
    Sets[To].From.push_back(Through);
  for (const Control &If : Around)
    addTo(ControlsOf[To], If.Cond, If.Ours);
}

/// Library atomics: a step goes on with each call, the rest may find the same
/// again and again.
bool WaitFinder::collectAtomic(const CallExpr &Call) {
  llvm::StringRef Name = atomicName(Call);
  if (Name.empty())
    return false;
  const ValueDecl *To = named(Call.getArg(0));
  Expr::EvalResult By;
  bool Steps = Name == "atomicInc" || Name == "atomicDec" ||
               ((Name == "atomicAdd" || Name == "atomicSub") &&
                !(!Call.getArg(1)->isValueDependent() &&
                  Call.getArg(1)->EvaluateAsInt(
                      By, knownCallee(Call)->getASTContext()) &&
                  By.Val.getInt() == 0));
  if (To && Steps) {
    move(*To);
    SetThrough.insert(To);
  }
  return true;
}

/// What \p Callee returns, and what it does to what its arguments name.
void WaitFinder::collectBody(const CallExpr &Call, const FunctionDecl &Callee,
                             unsigned Depth) {
  llvm::SaveAndRestore Way(Through, Through ? Through : &Call);
  if (Entered.insert(&Callee).second) {
    llvm::SaveAndRestore Here(Inside, &Callee);
    Foreign.insert(Callee.param_begin(), Callee.param_end());
    collect(Callee.getBody(), Depth + 1);
  }
  if (const FunctionDecl *Direct = knownCallee(Call);
      Direct && Direct != &Callee)
    Sets[Direct].Decls.insert(&Callee);
  for (const ParmVarDecl *Param : Callee.parameters()) {
    const Expr *Arg = argumentFor(Call, *Param);
    if (!Arg)
      continue;
    if (!SetThrough.count(Param)) {
      addTo(Sets[Param], Arg, /*IsSource=*/false);
      continue;
    }
    const ValueDecl *To = named(Arg);
    if (!To)
      continue;
    SetThrough.insert(To);
    Sets[To].Decls.insert(Param);
    Sets[To].From.push_back(Through);
    if (Moves.count(Param))
      move(*To);
  }
}

void WaitFinder::collectCall(const CallExpr &Call, unsigned Depth) {
  if (collectAtomic(Call))
    return;
  const FunctionDecl *Callee = knownCallee(Call);
  if (const FunctionDecl *Body = calledFunction(Call); Body && Depth < MaxDepth)
    return collectBody(Call, *Body, Depth);
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  const auto *MemberCall = dyn_cast<CXXMemberCallExpr>(&Call);
  const Expr *Object =
      MemberCall ? MemberCall->getImplicitObjectArgument() : nullptr;
  if (Object && !(Method && Method->isConst()))
    set(Object, nullptr, /*Moves=*/true);
  else if (isa<CXXOperatorCallExpr>(Call) && Method && !Method->isConst())
    set(Call.getArg(0), nullptr, /*Moves=*/true);
  // What only an instantiation resolves may change anything.
  if (!Callee)
    for (const Expr *Arg : Call.arguments())
      set(Arg, nullptr, /*Moves=*/true);
  for (auto [I, Arg] : llvm::enumerate(Call.arguments())) {
    const bool HasObject = isa<CXXOperatorCallExpr>(Call) && Method;
    if (HasObject && I == 0)
      continue;
    const unsigned Param = I - HasObject;
    QualType Type = Callee && Param < Callee->getNumParams()
                        ? Callee->getParamDecl(Param)->getType()
                        : Arg->getType();
    QualType Pointee = Type->getPointeeType();
    if (!Pointee.isNull() && !Pointee.isConstQualified() &&
        !(Type->isPointerType() && named(Arg) &&
          named(Arg)->getType()->isPointerType()))
      set(Arg, nullptr, /*Moves=*/true);
  }
}

void WaitFinder::collect(const Stmt *S, unsigned Depth) {
  if (!S)
    return;
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && Op->isIncrementDecrementOp())
    set(Op->getSubExpr(), nullptr, /*Moves=*/true);
  else if (const auto *Op = dyn_cast<BinaryOperator>(S);
           Op && Op->isAssignmentOp())
    set(Op->getLHS(), Op->getRHS(), Op->isCompoundAssignmentOp());
  else if (const auto *Call = dyn_cast<CallExpr>(S))
    collectCall(*Call, Depth);
  else if (const auto *If = dyn_cast<IfStmt>(S);
           If && Depth == 0 &&
           (holdsA<BreakStmt, ReturnStmt, GotoStmt>(If->getThen()) ||
            holdsA<BreakStmt, ReturnStmt, GotoStmt>(If->getElse()))) {
    addTo(Ends, If->getCond());
    addExits(If->getCond());
  }
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D)) {
        if (Var->hasLocalStorage())
          (Inside ? Foreign : Fresh).insert(Var);
        if (Var->getInit())
          addTo(Sets[Var], Var->getInit(), /*IsSource=*/!Through);
      }
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
    for (unsigned I = 0; I < Asm->getNumOutputs(); ++I) {
      set(Asm->getOutputExpr(I), nullptr, Asm->isOutputPlusConstraint(I));
      if (const ValueDecl *To = named(Asm->getOutputExpr(I))) {
        if (!Through)
          Sets[To].From.push_back(Asm);
        for (unsigned J = 0; J < Asm->getNumInputs(); ++J) {
          addTo(Sets[To], Asm->getInputExpr(J), /*IsSource=*/false);
          Sets[To].Memory = true;
        }
      }
    }
  if (const auto *Return = dyn_cast<ReturnStmt>(S); Return && Inside) {
    addTo(Sets[Inside], Return->getRetValue(), /*IsSource=*/false);
    for (const Control &If : Around)
      addTo(ControlsOf[Inside], If.Cond, If.Ours);
  }
  const auto *If = dyn_cast<IfStmt>(S);
  if (!If) {
    for (const Stmt *Child : S->children())
      collect(Child, Depth);
    return;
  }
  collect(If->getInit(), Depth);
  if (If->getConditionVariableDeclStmt())
    collect(If->getConditionVariableDeclStmt(), Depth);
  collect(If->getCond(), Depth);
  Around.push_back({If->getCond(), !Through});
  collect(If->getThen(), Depth);
  collect(If->getElse(), Depth);
  Around.pop_back();
}

/// Variables that the first statement of \p Body to name them sets, and to
/// something else than what they have been.
void WaitFinder::findFresh(llvm::ArrayRef<const Stmt *> Body) {
  DeclSet Named;
  auto Look = [&](const Stmt *S) {
    const auto *E = dyn_cast_or_null<Expr>(S);
    const auto *Op =
        E ? dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts()) : nullptr;
    Parts Mentioned;
    if (Op && Op->getOpcode() == BO_Assign) {
      addTo(Mentioned, Op->getRHS());
      const auto *To = dyn_cast<DeclRefExpr>(Op->getLHS()->IgnoreParens());
      if (To && !Named.count(To->getDecl()) &&
          !Mentioned.Decls.count(To->getDecl()) &&
          !To->getDecl()->getType()->isReferenceType())
        Fresh.insert(To->getDecl());
    }
    addTo(Mentioned, S);
    Named.insert(Mentioned.Decls.begin(), Mentioned.Decls.end());
  };
  for (const Stmt *S : Body)
    if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
      llvm::for_each(Block->body(), Look);
    else
      Look(S);
}

/// Something that \p From is made of changes by its own value.
bool WaitFinder::moves(const Parts &From, bool &Memory) {
  Watched.insert(Watched.end(), From.From.begin(), From.From.end());
  for (const ValueDecl *D : From.Decls) {
    if (!Foreign.count(D) && (Moves.count(D) || OnTheWay.count(D)))
      return true;
    auto Found = Sets.find(D);
    if (Found == Sets.end() || !Seen.insert(D).second)
      continue;
    Memory |= Found->second.Memory;
    OnTheWay.insert(D);
    if (moves(Found->second, Memory))
      return true;
    OnTheWay.erase(D);
  }
  return false;
}

/// All that \p From hangs on, and where the values of that come from.
WaitFinder::DeclSet WaitFinder::closure(const Parts &From, bool WithControls,
                                        Sources &All) const {
  DeclSet Out;
  std::vector<const Parts *> Todo{&From};
  while (!Todo.empty()) {
    const Parts *P = Todo.back();
    Todo.pop_back();
    All.insert(All.end(), P->From.begin(), P->From.end());
    for (const ValueDecl *D : P->Decls)
      if (Out.insert(D).second) {
        if (auto It = Sets.find(D); It != Sets.end())
          Todo.push_back(&It->second);
        if (auto It = ControlsOf.find(D);
            WithControls && It != ControlsOf.end())
          Todo.push_back(&It->second);
      }
  }
  return Out;
}

bool WaitFinder::asks(const Parts &From) const {
  Sources All;
  closure(From, /*WithControls=*/true, All);
  return llvm::any_of(All, Asks);
}

/// One of \p Values holds an atomicCAS() that expects what the loop has just
/// read: that it fails means that another thread got through.
bool WaitFinder::retries(const Sources &Values) const {
  return llvm::any_of(Values, [&](const Stmt *S) {
    const ValueDecl *Expected = expectedBy(S);
    auto It = Expected ? Sets.find(Expected) : Sets.end();
    return It != Sets.end() && (It->second.Memory || asks(It->second));
  });
}

/// \p Exit asks others, and all that moves it from trip to trip is what they
/// answer.
bool WaitFinder::asksAgain(const Parts &Exit) {
  Sources All;
  DeclSet HangsOn = closure(Exit, /*WithControls=*/true, All);
  if (llvm::none_of(All, Asks))
    return false;
  if (retries(All))
    return false;
  for (const ValueDecl *D : HangsOn) {
    if (Fresh.count(D) || Foreign.count(D))
      continue;
    auto MovesFreely = [&](const Controls &Under) {
      return llvm::none_of(Under, [&](const Control &If) {
        Parts P;
        addTo(P, If.Cond, If.Ours);
        return asks(P);
      });
    };
    if (auto It = Moves.find(D);
        It != Moves.end() && llvm::any_of(It->second, MovesFreely))
      return false;
    Sources Ignored;
    if (auto It = Sets.find(D);
        It != Sets.end() &&
        closure(It->second, /*WithControls=*/false, Ignored).count(D))
      return false;
  }
  Watched = std::move(All);
  return true;
}

bool WaitFinder::isWait() {
  bool Memory = Ends.Memory;
  if (!moves(Ends, Memory) && Memory)
    return !retries(Watched);
  return llvm::any_of(Exits,
                      [&](const Parts &Exit) { return asksAgain(Exit); });
}

} // namespace cudapipe
