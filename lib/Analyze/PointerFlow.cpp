//===- PointerFlow.cpp - Which memory is meant ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/PointerFlow.h"
#include "LentPointers.h"
#include "UpperLimit.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudapipe {

bool isShared(const VarDecl &Var) { return Var.hasAttr<CUDASharedAttr>(); }

static void add(RootSet &Out, MemoryRoot Root) {
  if (!llvm::is_contained(Out, Root))
    Out.push_back(Root);
}

/// An initializer that makes a temporary is wrapped: `p = Memory<float>();`.
static const Expr *withoutCleanups(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    E = Full->getSubExpr()->IgnoreParens();
  return E;
}

bool isDynamicShared(const VarDecl &Var) {
  return Var.getType()->isPointerType() ||
         (isShared(Var) && Var.hasExternalStorage());
}

PointerFlow::PointerFlow(const FunctionDecl &Function, bool SplitRegions)
    : Ctx(Function.getASTContext()),
      IsKernel(Function.hasAttr<CUDAGlobalAttr>()), SplitRegions(SplitRegions) {
  auto Collect = [this](const Stmt *S) {
    collect(S);
    LentPointers(Lent).visit(S);
  };
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Function))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      Collect(Init->getInit());
  if (const Stmt *Body = Function.getBody())
    Collect(Body);
}

RootSet PointerFlow::rootsOfObject(const Expr *E) const {
  RootSet Out;
  addObject(E, Out);
  return Out;
}

RootSet PointerFlow::rootsOfPointer(const Expr *E) const {
  RootSet Out;
  addPointer(E, Out);
  return Out;
}

/// The memory a pointer or reference variable refers to.
void PointerFlow::addVariable(const VarDecl *Var, RootSet &Out) const {
  if (!Visiting.insert(Var).second)
    return; // p = p + 1: the other values say where p points.
  const auto *Param = dyn_cast<ParmVarDecl>(Var);
  if (auto It = Bound.find(Param); Param && It != Bound.end()) {
    for (const MemoryRoot &Root : It->second)
      add(Out, Root);
  } else if (Param) {
    bool OwnKernel =
        cast<Decl>(Var->getDeclContext())->hasAttr<CUDAGlobalAttr>();
    add(Out, {OwnKernel ? MemoryRoot::Global : MemoryRoot::Param, Var});
  } else if (!Var->hasLocalStorage() && !Var->isStaticLocal()) {
    add(Out, {MemoryRoot::Global, nullptr}); // a __device__ pointer
  } else if (!Values.count(Var)) {
    add(Out, {MemoryRoot::Unknown, nullptr});
  }
  if (Lent.count(Var) && !Var->getType()->isReferenceType())
    add(Out, {MemoryRoot::Unknown, nullptr});
  RootSet Found;
  if (auto It = Values.find(Var); It != Values.end())
    for (const Expr *Value : It->second) {
      if (Var->getType()->isReferenceType())
        addObject(Value, Found);
      else
        addPointer(Value, Found);
    }
  Visiting.erase(Var);
  // A region that starts from another is one of its own.
  for (MemoryRoot &Root : Found)
    if (Root.Kind == MemoryRoot::Shared && Root.Var->getType()->isPointerType())
      if (const VarDecl *Area = areaOf(Root.Var))
        if (RootSet Whole{{MemoryRoot::Shared, Area}}; isRegion(Var, Whole))
          Root.Var = Var;
  if (isRegion(Var, Found))
    Found = {{MemoryRoot::Shared, Var}};
  for (const MemoryRoot &Root : Found)
    add(Out, Root);
}

void PointerFlow::addObject(const Expr *E, RootSet &Out) const {
  E = withoutCleanups(E);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (isa<BindingDecl>(Ref->getDecl()))
      return add(Out, {MemoryRoot::Unknown, nullptr});
    if (!Var)
      return; // a function or an enumerator
    if (Var->getType()->isReferenceType())
      return addVariable(Var, Out);
    if (isShared(*Var))
      return add(Out, {MemoryRoot::Shared, Var});
    if (Var->hasAttr<CUDAConstantAttr>())
      return add(Out, {MemoryRoot::Constant, Var});
    if (Var->hasLocalStorage() ||
        (Var->isStaticLocal() && Var->getType().isConstQualified()))
      return add(Out, {MemoryRoot::Local, Var});
    // threadIdx and its like are extern const; host constants fold away.
    if (Var->getType().isConstQualified())
      return add(Out, {MemoryRoot::Constant, Var});
    return add(Out, {MemoryRoot::Global, Var});
  }
  if (isa<StringLiteral, PredefinedExpr>(E))
    return; // text that nobody writes, as the one that assert() prints
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
    return addPointer(subscriptBase(*Sub), Out);
  // std::min() and std::max() return one of their arguments.
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && isStdMinOrMax(*Call)) {
    for (const Expr *Arg : Call->arguments())
      if (!isa<MaterializeTemporaryExpr>(withoutCleanups(Arg)))
        addObject(Arg, Out);
    return;
  }
  if (isa<CXXOperatorCallExpr>(E))
    if (const Expr *Pointer = builtinPointerOperand(E, Ctx))
      return addPointer(Pointer, Out);
  if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
    if (Op->getOpcode() == UO_Deref)
      return addPointer(Op->getSubExpr(), Out);
    if (Op->isIncrementDecrementOp() || Op->getOpcode() == UO_Extension)
      return addObject(Op->getSubExpr(), Out);
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (const auto *Var = dyn_cast<VarDecl>(Member->getMemberDecl()))
      return add(Out, {Var->getType().isConstQualified() ? MemoryRoot::Constant
                                                         : MemoryRoot::Global,
                       Var}); // static
    if (const FieldDecl *Field = Members ? fieldOfThis(E) : nullptr;
        Field && Members->of(Field))
      return Field->getType()->isReferenceType()
                 ? addVariable(Members->of(Field), Out)
                 : add(Out, {MemoryRoot::Local, Members->of(Field)});
    if (Member->getMemberDecl()->getType()->isReferenceType())
      return add(Out, {MemoryRoot::Unknown, nullptr});
    return Member->isArrow() ? addPointer(Member->getBase(), Out)
                             : addObject(Member->getBase(), Out);
  }
  if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(E))
    if (!Member->isImplicitAccess())
      return Member->isArrow() ? addPointer(Member->getBase(), Out)
                               : addObject(Member->getBase(), Out);
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return addObject(Cast->getSubExpr(), Out);
  if (const auto *Cond = dyn_cast<ConditionalOperator>(E)) {
    addObject(Cond->getTrueExpr(), Out);
    return addObject(Cond->getFalseExpr(), Out);
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (Op->isAssignmentOp())
      return addObject(Op->getLHS(), Out);
    if (Op->getOpcode() == BO_Comma)
      return addObject(Op->getRHS(), Out);
  }
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && E->isLValue() && Call->getDirectCallee())
    return addCall(*Call, Out);
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E)) {
    const Expr *Sub = Temporary->getSubExpr();
    if (Sub->isGLValue())
      addObject(Sub, Out);
    return; // a fresh object of this thread
  }
  if (E->isPRValue() && !E->getType()->isPointerType() && !E->isTypeDependent())
    return; // likewise
  add(Out, {MemoryRoot::Unknown, nullptr});
}

void PointerFlow::addPointer(const Expr *E, RootSet &Out) const {
  E = withoutCleanups(E);
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Sub = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case CK_ArrayToPointerDecay:
      return addObject(Sub, Out);
    case CK_NullToPointer:
      return;
    case CK_IntegralToPointer:
      return add(Out, {MemoryRoot::Unknown, nullptr});
    default:
      return addPointer(Sub, Out);
    }
  }
  // What a constructor that does not parse is given has no type.
  if (E->getType().isNull())
    return add(Out, {MemoryRoot::Unknown, nullptr});
  if (E->getType()->isArrayType() && E->isGLValue())
    return addObject(E, Out);
  if (isa<CXXOperatorCallExpr>(E))
    if (const Expr *Pointer = builtinPointerOperand(E, Ctx))
      return addPointer(Pointer, Out);
  if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
    if (Op->getOpcode() == UO_AddrOf)
      return addObject(Op->getSubExpr(), Out);
    if (Op->isIncrementDecrementOp())
      return addPointer(Op->getSubExpr(), Out);
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (Op->getOpcode() == BO_Comma || Op->getOpcode() == BO_Assign)
      return addPointer(Op->getRHS(), Out);
    if (Op->isAdditiveOp() || Op->isCompoundAssignmentOp()) {
      bool LeftIsInteger = Op->getLHS()->getType()->isIntegerType();
      return addPointer(LeftIsInteger ? Op->getRHS() : Op->getLHS(), Out);
    }
  }
  if (const auto *Cond = dyn_cast<ConditionalOperator>(E)) {
    addPointer(Cond->getTrueExpr(), Out);
    return addPointer(Cond->getFalseExpr(), Out);
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl())) {
      // Where a pointer behind a reference points to is not followed.
      QualType Type = Var->getType();
      if (Type->isReferenceType() && Type->getPointeeType()->isPointerType())
        return add(Out, {MemoryRoot::Unknown, nullptr});
      return addVariable(Var, Out);
    }
  if (isa<CXXThisExpr>(E)) {
    if (!Members)
      return add(Out, {MemoryRoot::This, nullptr});
    for (const auto &[Field, Var] : Members->all())
      if (!Field->getType()->isReferenceType())
        add(Out, {MemoryRoot::Local, Var});
    return;
  }
  if (const FieldDecl *Field = Members ? fieldOfThis(E) : nullptr;
      Field && Members->of(Field))
    return addVariable(Members->of(Field), Out);
  if (isa<MemberExpr, ArraySubscriptExpr>(E)) {
    for (const MemoryRoot &Root : pointersHeldIn(rootsOfObject(E)))
      add(Out, Root);
    return;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return addCall(*Call, Out);
  add(Out, {MemoryRoot::Unknown, nullptr});
}

/// What a function's return statements give, if its body is in sight.
static void collectReturns(const Stmt *S,
                           llvm::SmallVectorImpl<const Expr *> &Out) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (const auto *Return = dyn_cast<ReturnStmt>(S))
    Out.push_back(Return->getRetValue());
  for (const Stmt *Child : S->children())
    collectReturns(Child, Out);
}

/// The memory that a pointer made by \p Call points to, that the reference it
/// returns names, or that pointers in the object it returns point to.
void PointerFlow::addCall(const CallExpr &Call, RootSet &Out) const {
  static constexpr unsigned MaxDepth = 6;
  static thread_local unsigned Depth = 0;
  const FunctionDecl *Callee = Call.getDirectCallee(), *Definition = nullptr;
  if (Callee && Callee->getBuiltinID() == Builtin::BI__builtin_assume_aligned)
    return addPointer(Call.getArg(0), Out);
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  llvm::SmallVector<const Expr *, 2> Values;
  if (Callee && Callee->hasBody(Definition) && Depth < MaxDepth &&
      !(Method && Method->isVirtual()))
    collectReturns(Definition->getBody(), Values);
  QualType Returned = Callee ? Callee->getReturnType() : QualType();
  bool ByReference = !Values.empty() && Returned->isReferenceType();
  bool AnObject = !Values.empty() && Returned->isRecordType();
  if (Values.empty() || !(Returned->isPointerType() || ByReference || AnObject))
    return add(Out, {MemoryRoot::Unknown, nullptr});
  // A lambda's body names the pointers of the function that made it.
  bool IsLambda = isLambdaBody(*Definition);
  llvm::ArrayRef<const Expr *> Args(Call.getArgs(), Call.getNumArgs());
  const Expr *Object = nullptr;
  if (Method && isa<CXXOperatorCallExpr>(Call)) {
    Object = Args.front();
    Args = Args.drop_front();
  } else if (const auto *MemberCall = dyn_cast<CXXMemberCallExpr>(&Call)) {
    Object = MemberCall->getImplicitObjectArgument();
  }
  ++Depth;
  std::optional<PointerFlow> Own;
  if (!IsLambda) {
    Own.emplace(*Definition).nameWhatObjectsHold();
    Own->shareMembers(*this, Object);
  }
  const PointerFlow &Inside = Own ? *Own : *this;
  for (const Expr *Value : Values)
    for (const MemoryRoot &Root : ByReference ? Inside.rootsOfObject(Value)
                                  : AnObject  ? Inside.pointersHeldBy(Value)
                                              : Inside.rootsOfPointer(Value)) {
      // Variables of the call are gone; those around a lambda are not.
      bool IsGone = Root.Kind == MemoryRoot::Local && !IsLambda;
      for (const MemoryRoot &Here :
           followCall(IsGone ? MemoryRoot() : Root, *Definition, Object, Args))
        add(Out, Here);
    }
  --Depth;
}

} // namespace cudapipe
