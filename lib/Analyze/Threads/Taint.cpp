//===- Taint.cpp - What depends on a set of variables -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   What depends on a set of variables
//   Comparisons on which all threads agree
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/Taint.h"
#include "StatementEvents.h"
#include "ThreadQuestions.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/BlockVote.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/PerAst.h"
#include "cudapipe/Effort.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace cudapipe {

//===- What depends on a set of variables -------------------------------===//

namespace {

/// What depends on threadIdx in one scope.
struct ThreadAnswer {
  PointerFlow::Given Given;
  VarSet Seeds, Same;
  VarSet Tainted = {};
  std::shared_ptr<ThreadQuestions> Questions = nullptr;
};

struct ThreadAnswers {
  std::map<const Stmt *, std::vector<ThreadAnswer>> Of;
};

} // namespace

Taint::Taint(const Stmt *Scope, const PointerFlow &Flow, const ASTContext &Ctx,
             Seed Kind, VarSet Variables, VarSet Same, MemberTest Stays)
    : Scope(Scope), Flow(Flow), Ctx(Ctx), Kind(Kind),
      Tainted(std::move(Variables)), Same(std::move(Same)),
      Stays(std::move(Stays)), Events(perAst<StatementEvents>(Ctx)) {
  // Each rule asks it of each loop of a kernel, and is told the same.
  if (Kind != Seed::ThreadIndex || this->Stays) {
    Questions = std::make_shared<ThreadQuestions>();
    spreadAll();
    return;
  }
  std::vector<ThreadAnswer> &Known = perAst<ThreadAnswers>(Ctx).Of[Scope];
  const PointerFlow::Given Given = Flow.given();
  auto It = llvm::find_if(Known, [&](const ThreadAnswer &Answer) {
    return Answer.Seeds == Tainted && Answer.Same == this->Same &&
           Answer.Given == Given;
  });
  if (It != Known.end()) {
    Tainted = It->Tainted;
    Questions = It->Questions;
    return;
  }
  ThreadAnswer Answer{Given, Tainted, this->Same};
  Questions = Answer.Questions = std::make_shared<ThreadQuestions>();
  spend(Effort::ThreadSearches);
  spreadAll();
  Answer.Tainted = Tainted;
  Known.push_back(std::move(Answer));
}

void Taint::spreadAll() {
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
  return S && llvm::any_of(Events.jumpsOf(*S), [&](const GuardedJump &Jump) {
           return Control || llvm::any_of(Jump.Under, [this](const Expr *Cond) {
                    return reaches(Cond);
                  });
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

/// What each trip of the loop \p S runs, unless threads are asked for, which
/// need not be in the same trip; null for other statements.
const Stmt *Taint::repeatedPart(const Stmt *S) const {
  if (Kind != Seed::VariablesOnly)
    return nullptr;
  if (const auto *For = dyn_cast<ForStmt>(S))
    return For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return While->getBody();
  const auto *Do = dyn_cast<DoStmt>(S);
  return Do ? Do->getBody() : nullptr;
}

/// What is declared in a branch is there only for who takes it, and in a loop
/// for one trip: that others do not come there is no matter to its value.
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
  if (!S || !Events.areIn(*S))
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
    if (const Stmt *Part = isa<IfStmt>(S) ? S : repeatedPart(S))
      Branch = Part;
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
  const FunctionDecl *Callee = knownCallee(Call);
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
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    // One answer for the block, whatever its threads ask.
    if (Kind == Seed::ThreadIndex && isBlockVote(*Call, Ctx))
      return false;
    if (reachesCall(*Call))
      return true;
  }
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

//===- Comparisons on which all threads agree ---------------------------===//
//   const float *a = A + threadIdx.x;
//   const float *const end = a + K;
//   for (; a < end; a += 64) ...
//
// The pointers differ from thread to thread, their distance does not: it starts
// with K, and all threads make the same steps. That they make them together is
// shown by what is being shown, from trip to trip.

static const VarDecl *variableIn(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && Var->hasLocalStorage() ? Var : nullptr;
}

static bool hasTypeOf(const VarDecl &Var, QualType Type) {
  return Type.getCanonicalType().getUnqualifiedType() ==
         Var.getType().getCanonicalType().getUnqualifiedType();
}

/// The other operand of `Var + e`, `e + Var`, `Var - e` or `&Var[e]`, or null.
static const Expr *distanceFrom(const VarDecl &Var, const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->getOpcode() == UO_AddrOf) {
    const auto *Element =
        dyn_cast<ArraySubscriptExpr>(Op->getSubExpr()->IgnoreParens());
    return Element && variableIn(subscriptBase(*Element)) == &Var
               ? subscriptIndex(*Element)
               : nullptr;
  }
  // A sum in another type may wrap around for some threads.
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op || !Op->isAdditiveOp() || !hasTypeOf(Var, Op->getType()))
    return nullptr;
  if (variableIn(Op->getLHS()) == &Var)
    return Op->getRHS();
  return Op->getOpcode() == BO_Add && variableIn(Op->getRHS()) == &Var
             ? Op->getLHS()
             : nullptr;
}

/// Goes through a function in its order.
class Taint::Walk {
public:
  Walk(const Taint &Threads, const VarDecl &Moving, const VarDecl &End)
      : Threads(Threads), Moving(Moving), End(End) {}

  /// From where End is declared, Moving is only read, and moved on by all
  /// threads together.
  bool isEven(const Stmt *S, bool Control = false);

private:
  bool isEvenStep(const Expr *By, bool Control) const {
    return !Behind || (!Control && (!By || !Threads.reaches(By)));
  }

  const Taint &Threads;
  const VarDecl &Moving, &End;
  bool Behind = false;
};

bool Taint::Walk::isEven(const Stmt *S, bool Control) {
  if (!S)
    return true;
  if (isa<LabelStmt, GotoStmt>(S))
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() != &Moving;
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    return llvm::none_of(Lambda->captures(), [&](const LambdaCapture &C) {
      return C.capturesVariable() &&
             (C.getCapturedVar() == &Moving || C.getCapturedVar() == &End);
    });
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
      Cast && Cast->getCastKind() == CK_LValueToRValue &&
      isa<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens()))
    return true;
  Control |= Threads.controls(S, Control);
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && Op->isIncrementDecrementOp() &&
      variableIn(Op->getSubExpr()) == &Moving)
    return isEvenStep(nullptr, Control);
  if (const auto *Op = dyn_cast<BinaryOperator>(S)) {
    if (Op->isLogicalOp())
      return isEven(Op->getLHS(), Control) &&
             isEven(Op->getRHS(), Control || Threads.reaches(Op->getLHS()));
    if (Op->isAssignmentOp() && variableIn(Op->getLHS()) == &Moving) {
      const auto *Step = dyn_cast<CompoundAssignOperator>(Op);
      bool Steps = (Op->getOpcode() == BO_AddAssign ||
                    Op->getOpcode() == BO_SubAssign) &&
                   Step && hasTypeOf(Moving, Step->getComputationResultType());
      const Expr *By = Steps ? Op->getRHS() : nullptr;
      if (Op->getOpcode() == BO_Assign)
        By = distanceFrom(Moving, Op->getRHS());
      return (By || !Behind) && isEven(Op->getRHS(), Control) &&
             isEvenStep(By, Control);
    }
  }
  for (const Stmt *Child : S->children())
    if (!isEven(Child, Control))
      return false;
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    Behind |= llvm::is_contained(Decls->decls(), &End);
  return true;
}

/// \p Op compares a pointer, or a signed number, with what it was when it was
/// as far from it as for all threads.
bool Taint::comparesEvenly(const BinaryOperator &Op) const {
  if (Kind != Seed::ThreadIndex || Op.isTypeDependent())
    return false;
  const VarDecl *Left = variableIn(Op.getLHS()),
                *Right = variableIn(Op.getRHS());
  if (!Left || !Right)
    return false;
  for (auto [Moving, End] : {std::pair(Left, Right), std::pair(Right, Left)}) {
    QualType Type = Moving->getType().getCanonicalType().getUnqualifiedType();
    // Unsigned numbers start again from zero, narrow ones from below.
    bool Orders = Type->isPointerType() ||
                  (Type->isSignedIntegerType() && Ctx.getTypeSize(Type) >= 32);
    const Expr *Start = initialValue(*End);
    const Expr *Apart =
        Start && isNeverChanged(*End) ? distanceFrom(*Moving, Start) : nullptr;
    if (!Orders || !Apart || reaches(Apart) ||
        !Ctx.hasSameUnqualifiedType(Start->getType(), Moving->getType()) ||
        !Ctx.hasSameUnqualifiedType(End->getType(), Moving->getType()))
      continue;
    if (!Assumed.insert(&Op).second)
      return true;
    bool Even = Walk(*this, *Moving, *End).isEven(Scope);
    Assumed.erase(&Op);
    if (Even)
      return true;
  }
  return false;
}

} // namespace cudapipe
