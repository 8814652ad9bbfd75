//===- PointerFlow.cpp - Which memory is meant --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   Which memory is meant
//   Integers that hold shared addresses
//   The values that variables are given
//   Where the pointers in objects point to
//   Names that calls and casts give
//   Pieces cut from one shared array
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/PointerFlow.h"
#include "Analyze/Integers/UpperLimit.h"
#include "LentPointers.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/AsmText.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudapipe {

//===- Which memory is meant --------------------------------------------===//

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

/// What is written, in whatever parentheses: `*(it + k)`.
static const Expr *asWritten(const Expr *E) {
  for (const Expr *Before = nullptr; E != Before;) {
    Before = E;
    E = E->IgnoreImplicit()->IgnoreParens();
  }
  return E;
}

bool isDynamicShared(const VarDecl &Var) {
  return Var.getType()->isPointerType() ||
         (isShared(Var) && Var.hasExternalStorage());
}

PointerFlow::PointerFlow(const FunctionDecl &Function, bool SplitRegions)
    : Function(&Function), Ctx(Function.getASTContext()),
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

/// `const float *__restrict__ a = p.a;`, which says for as long as its block
/// runs that nobody else stores there. The block of one that a loop, or a
/// called function, declares runs anew in each trip.
static bool isApartByItself(const VarDecl &Var) {
  const auto *Function = dyn_cast<FunctionDecl>(Var.getDeclContext());
  if (!Var.isLocalVarDecl() || !Var.hasLocalStorage() || !Function ||
      !Function->hasAttr<CUDAGlobalAttr>() || !Var.getType()->isPointerType() ||
      !Var.getType().isRestrictQualified() || !Var.getInit())
    return false;
  return !holds(Function->getBody(), [&](const Stmt &At) {
    return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, LabelStmt>(At) &&
           declarationIn(&At, &Var);
  });
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
  if (isApartByItself(*Var) && !Lent.count(Var) && !Found.empty() &&
      llvm::all_of(Found, [](const MemoryRoot &Root) {
        return Root.Kind == MemoryRoot::Global && !Root.Var;
      }))
    Found = {{MemoryRoot::Global, Var}};
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
    if (Member->getMemberDecl()->getType()->isReferenceType()) {
      RootSet Holders;
      Member->isArrow() ? addPointer(Member->getBase(), Holders)
                        : addObject(Member->getBase(), Holders);
      for (const MemoryRoot &Root : pointersHeldIn(Holders))
        add(Out, Root);
      return;
    }
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
      Call && E->isLValue() && knownCallee(*Call))
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
  if (accessType(E, Ctx)->isArrayType() && E->isGLValue())
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
      bool LeftIsInteger = accessType(Op->getLHS(), Ctx)->isIntegerType();
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
  if (isa<MemberExpr, ArraySubscriptExpr>(E) ||
      (isa<CXXDependentScopeMemberExpr>(E) &&
       accessType(E, Ctx)->isPointerType())) {
    // `args.in` and `args.out` of one object lead to different places.
    const auto *Member = dyn_cast<MemberExpr>(E);
    const auto *Field =
        Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
    for (const MemoryRoot &Root : pointersHeldIn(rootsOfObject(E), Field))
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
  const FunctionDecl *Callee = knownCallee(Call), *Definition = nullptr;
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

//===- Integers that hold shared addresses ------------------------------===//
// cp.async and ldmatrix take addresses as integers:
//
//   uint32_t to = __cvta_generic_to_shared(&As[ty][tx]) + lane * 16;

RootSet PointerFlow::rootsOfAddress(const Expr *E, bool IsAddress) const {
  RootSet Out;
  addAddress(E, Out);
  if (Out.empty() && IsAddress)
    Out.push_back({MemoryRoot::Unknown, nullptr});
  return Out;
}

/// Calls that turn a pointer into the integer that addresses the same memory.
static bool convertsAddress(const FunctionDecl *Callee) {
  return Callee && Callee->getIdentifier() &&
         Callee->getName() == "__cvta_generic_to_shared";
}

/// Adds what the pointers in the computation \p E point to; nothing for a
/// plain number.
void PointerFlow::addAddress(const Expr *E, RootSet &Out) const {
  auto Add = [&](const RootSet &Roots) {
    for (const MemoryRoot &Root : Roots)
      if (!llvm::is_contained(Out, Root))
        Out.push_back(Root);
  };
  E = E->IgnoreParens();
  if (E->getType()->isPointerType() || E->getType()->isArrayType())
    return Add(rootsOfPointer(E));
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return addAddress(Cast->getSubExpr(), Out);
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    if (convertsAddress(knownCallee(*Call)))
      return addAddress(Call->getArg(0), Out);
    // What another function does with a pointer is not followed.
    for (const Expr *Arg : Call->arguments())
      if (!Arg->getType()->isArithmeticType())
        return Add({{MemoryRoot::Unknown, nullptr}});
    return;
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (Op->getOpcode() != BO_Comma && Op->getOpcode() != BO_Assign)
      addAddress(Op->getLHS(), Out);
    return addAddress(Op->getRHS(), Out);
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->getOpcode() != UO_Deref)
    return addAddress(Op->getSubExpr(), Out);
  if (const auto *Cond = dyn_cast<ConditionalOperator>(E)) {
    addAddress(Cond->getTrueExpr(), Out);
    return addAddress(Cond->getFalseExpr(), Out);
  }
  if (const auto *List = dyn_cast<InitListExpr>(E)) {
    for (const Expr *Init : List->inits())
      addAddress(Init, Out);
    return;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (Var) {
    if (!Var->getType()->isIntegerType() || !Var->hasLocalStorage())
      return isa<ParmVarDecl>(Var) || Var->hasLocalStorage()
                 ? Add({{MemoryRoot::Unknown, nullptr}})
                 : void();
    if (!Visiting.insert(Var).second)
      return;
    if (Lent.count(Var))
      Add({{MemoryRoot::Unknown, nullptr}});
    if (isa<ParmVarDecl>(Var) &&
        !cast<Decl>(Var->getDeclContext())->hasAttr<CUDAGlobalAttr>())
      Add({{MemoryRoot::Param, Var}});
    if (auto It = Values.find(Var); It != Values.end())
      for (const Expr *Value : It->second)
        addAddress(Value, Out);
    Visiting.erase(Var);
    return;
  }
  // What this thread or block put into memory may be any address.
  if (isa<MemberExpr, ArraySubscriptExpr, UnaryOperator>(E))
    for (const MemoryRoot &Holder : rootsOfObject(E))
      if (Holder.Kind != MemoryRoot::Constant &&
          Holder.Kind != MemoryRoot::Global)
        Add({{MemoryRoot::Unknown, nullptr}});
}

//===- The values that variables are given ------------------------------===//

static const VarDecl *variable(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// `reinterpret_cast<uint4 *>(&bytes)[0]`: an access to the array, of which no
/// address is left.
static bool accessesWholeArray(const Stmt *S) {
  const Expr *Address = nullptr;
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(S))
    Address = isa<IntegerLiteral>(subscriptIndex(*Sub)->IgnoreParenImpCasts())
                  ? subscriptBase(*Sub)
                  : nullptr;
  else if (const auto *Op = dyn_cast<UnaryOperator>(S))
    Address = Op->getOpcode() == UO_Deref ? Op->getSubExpr() : nullptr;
  const auto *Of =
      Address ? dyn_cast<UnaryOperator>(Address->IgnoreParenCasts()) : nullptr;
  const VarDecl *Var =
      Of && Of->getOpcode() == UO_AddrOf ? variable(Of->getSubExpr()) : nullptr;
  // Where pointers go has to be followed.
  return Var && Var->getType()->isArrayType() &&
         Var->getType()->getBaseElementTypeUnsafe()->isArithmeticType();
}

void PointerFlow::collect(const Stmt *S) {
  if (!S || accessesWholeArray(S))
    return;
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        if (const Expr *Init = Var->getInit()) {
          Values[Var].push_back(Init);
          if (Var->getType()->isReferenceType() ||
              Var->getType()->isPointerType())
            collectLent(Init);
          if (Var->getType()->isReferenceType())
            for (const Expr *E = Init->IgnoreParenImpCasts(); E;) {
              if (const VarDecl *Target = variable(E))
                Aliased.insert(Target);
              const auto *Member = dyn_cast<MemberExpr>(E);
              E = Member ? Member->getBase()->IgnoreParenImpCasts() : nullptr;
            }
        }
  if (const auto *Op = dyn_cast<CompoundAssignOperator>(S))
    if (const VarDecl *Var = variable(Op->getLHS());
        Var && Var->getType()->isIntegerType())
      Values[Var].push_back(Op->getRHS()); // an address in an integer
  if (const auto *Op = dyn_cast<BinaryOperator>(S))
    if (Op->getOpcode() == BO_Assign) {
      // A reference keeps its object, whatever that is given.
      if (const VarDecl *Var = variable(Op->getLHS());
          Var && !Var->getType()->isReferenceType()) {
        Values[Var].push_back(Op->getRHS());
        if (Var->getType()->isPointerType())
          collectLent(Op->getRHS());
      }
      // A struct that is put together here: one more pointer in it.
      const Expr *Base = Op->getLHS()->IgnoreParenImpCasts();
      while (const auto *Member = dyn_cast<MemberExpr>(Base))
        Base = Member->getBase()->IgnoreParenImpCasts();
      if (const VarDecl *Var = variable(Base);
          Var && Base != Op->getLHS()->IgnoreParenImpCasts() &&
          Var->getType()->isRecordType() && !isa<ParmVarDecl>(Var) &&
          Op->getLHS()->getType()->isPointerType())
        Values[Var].push_back(Op->getRHS());
    }
  // cvta and the like make a number of a pointer.
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
    for (unsigned O = 0; O < Asm->getNumOutputs(); ++O) {
      const VarDecl *Var = variable(Asm->getOutputExpr(O));
      if (Var && Var->getType()->isIntegerType())
        for (unsigned I = 0; I < Asm->getNumInputs(); ++I)
          Values[Var].push_back(Asm->getInputExpr(I));
      if (Var && Var->getType()->isPointerType())
        llvm::append_range(Values[Var], pointersComputedFrom(*Asm));
    }
  if (const VarDecl *Var = copiedObject(S))
    Values[Var].push_back(cast<CallExpr>(S)->getArg(1));
  if (const auto *Op = dyn_cast<UnaryOperator>(S))
    if (Op->getOpcode() == UO_AddrOf)
      if (const VarDecl *Var = variable(Op->getSubExpr()))
        Aliased.insert(Var);
  collectSecondNames(S);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    collectLambda(Lambda->getBody());
  for (const Stmt *Child : S->children())
    collect(Child);
}

/// `float *p = &v[0];`: what a member function of v returns may be a second
/// name of a part of v.
void PointerFlow::collectLent(const Stmt *S) {
  if (!S)
    return;
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(S))
    Object = Member->getImplicitObjectArgument();
  else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S))
    Object = Call->getArg(0);
  if (const VarDecl *Var = Object ? variable(Object) : nullptr;
      Var && Var->getType()->isRecordType() &&
      !Var->getType().isConstQualified() &&
      !(cast<CallExpr>(S)->getType()->isRecordType()))
    Aliased.insert(Var);
  for (const Stmt *Child : S->children())
    collectLent(Child);
}

void PointerFlow::collectLambda(const Stmt *S) {
  forEach<DeclRefExpr>(S, [&](const DeclRefExpr &Ref) {
    if (const auto *Var = dyn_cast<VarDecl>(Ref.getDecl()))
      InLambdas.insert(Var);
  });
}

//===- Where the pointers in objects point to ---------------------------===//
//   Matrix a;               a.at(r, c) reads this->data[..]: what a holds
//   Tiles tiles(A, K);      tiles.next() reads what the constructor was given
//   Problem p = all[z];     p.A points where the host made all[z].A point to

/// `this`, or a base class of the object: `(Base *)this`.
static bool isThis(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  while (const auto *Cast = dyn_cast<ExplicitCastExpr>(E)) {
    if (Cast->getCastKind() != CK_NoOp &&
        Cast->getCastKind() != CK_DerivedToBase &&
        Cast->getCastKind() != CK_UncheckedDerivedToBase)
      return false;
    E = Cast->getSubExpr()->IgnoreParenImpCasts();
  }
  return isa<CXXThisExpr>(E);
}

/// `this->a.b`, however spelled.
static bool isMemberOfThis(const Expr *E) {
  const auto *Member = dyn_cast<MemberExpr>(E->IgnoreParens());
  if (!Member)
    return false;
  const Expr *Base = Member->getBase();
  return Member->isArrow() ? isThis(Base)
                           : isMemberOfThis(Base->IgnoreParenImpCasts());
}

/// `*this`.
static bool isItself(const Expr *E) {
  const auto *Op =
      E ? dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts()) : nullptr;
  return Op && Op->getOpcode() == UO_Deref && E->isGLValue() &&
         isa<CXXThisExpr>(Op->getSubExpr()->IgnoreParenImpCasts());
}

/// A pointer in the object may point somewhere else when \p S is through.
static bool redirects(const Stmt *S, unsigned Depth) {
  if (!S)
    return false;
  auto Redirects = [Depth](const Stmt *Part) { return redirects(Part, Depth); };
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
      Cast && isMemberOfThis(Cast->getSubExpr())) {
    QualType Type = Cast->getSubExpr()->getType();
    if (Cast->getCastKind() == CK_LValueToRValue ||
        (Cast->getCastKind() == CK_ArrayToPointerDecay &&
         Type->getBaseElementTypeUnsafe()->isArithmeticType()))
      return false;
  }
  // Whoever gets a member without pointers cannot set one.
  if (const auto *E = dyn_cast<Expr>(S);
      E && isMemberOfThis(E) && isPlainData(E))
    return false;
  if (const auto *Op = dyn_cast<BinaryOperator>(S);
      Op && Op->isAssignmentOp() && isMemberOfThis(Op->getLHS()) &&
      (isPlainData(Op->getLHS()) ||
       (Op->isCompoundAssignmentOp() && Op->getType()->isPointerType())))
    return Redirects(Op->getRHS());
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && Op->isIncrementDecrementOp() && isMemberOfThis(Op->getSubExpr()) &&
      (isPlainData(Op->getSubExpr()) || Op->getType()->isPointerType()))
    return false;
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S))
    if (const CXXMethodDecl *Method = Call->getMethodDecl();
        Method && isa<CXXThisExpr>(
                      Call->getImplicitObjectArgument()->IgnoreParenImpCasts()))
      return mayRedirectPointers(*Method, Depth + 1) ||
             llvm::any_of(Call->arguments(), Redirects);
  // `tensor.stride(d)` of a member of the object.
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S))
    if (const CXXMethodDecl *Method = Call->getMethodDecl();
        Method && Method->isConst() &&
        isMemberOfThis(
            Call->getImplicitObjectArgument()->IgnoreParenImpCasts()) &&
        !mayRedirectPointers(*Method, Depth + 1))
      return llvm::any_of(Call->arguments(), Redirects);
  // Whoever keeps the result has another name for the object.
  if (const auto *Return = dyn_cast<ReturnStmt>(S);
      Return && isItself(Return->getRetValue()))
    return false;
  // Lent as const: `return Row(*this, data + i * cols);`.
  auto IsOwn = [](const Expr *E) { return isItself(E) || isMemberOfThis(E); };
  // `return SubTensor(*this, data + i * stride);`, which looks at sizes.
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
    auto IsLent = [&](const Expr *Arg) {
      if (!Arg->isGLValue())
        return false;
      Arg = Arg->IgnoreParenImpCasts();
      if (const auto *Cast = dyn_cast<CXXConstCastExpr>(Arg))
        Arg = Cast->getSubExpr();
      return IsOwn(Arg);
    };
    bool Keeps = false, OnlyLooks = true;
    for (auto [I, Arg] : llvm::enumerate(Construct->arguments())) {
      Keeps |= IsLent(Arg);
      OnlyLooks &= IsLent(Arg) ? keepsToLook(*Construct, I) : !Redirects(Arg);
    }
    if (Keeps && OnlyLooks)
      return false;
  }
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(S);
      Cast && IsOwn(Cast->getSubExpr()))
    return true;
  if (const auto *E = dyn_cast<Expr>(S);
      E && IsOwn(E) && E->getType().isConstQualified())
    return false;
  if (isa<CXXThisExpr>(S))
    return true; // a member that is changed or named, or the object itself
  return llvm::any_of(S->children(), Redirects);
}

bool mayRedirectPointers(const CXXMethodDecl &Method, unsigned Depth) {
  static constexpr unsigned MaxDepth = 6;
  if (Method.isStatic())
    return false;
  bool HasMutable =
      llvm::any_of(Method.getParent()->fields(), [](const FieldDecl *Field) {
        return Field->isMutable() && !Field->getType()->isArithmeticType();
      });
  if (Method.isVirtual() || HasMutable || Depth > MaxDepth)
    return true;
  const FunctionDecl *Definition = nullptr;
  if (!Method.hasBody(Definition))
    return true;
  return redirects(Definition->getBody(), Depth);
}

/// \p Only is a member of the class that \p Type is.
static bool isMemberOf(const FieldDecl *Only, QualType Type) {
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  return Only && Class && declaresSameEntity(Class, Only->getParent());
}

const Expr *initialOf(const InitListExpr &List, const FieldDecl &Field) {
  const CXXRecordDecl *Class = List.getType()->getAsCXXRecordDecl();
  if (!isMemberOf(&Field, List.getType()) || Class->isUnion() ||
      Class->getNumBases() != 0)
    return nullptr;
  unsigned Index = 0;
  for (const FieldDecl *Other : Class->fields()) {
    if (declaresSameEntity(Other, &Field))
      return Index < List.getNumInits() ? List.getInit(Index) : nullptr;
    Index += !Other->isUnnamedBitField();
  }
  return nullptr;
}

/// What a reference to \p E names, and where the pointers in that point to: an
/// object that keeps the reference leads there.
void PointerFlow::addNamed(const Expr *E, RootSet &Out) const {
  const QualType Type = E->getType();
  if (!E->isGLValue() || !(Type->isRecordType() || Type->isArithmeticType()))
    return add(Out, {MemoryRoot::Unknown, nullptr});
  addObject(E, Out);
  if (Type->isRecordType())
    for (const MemoryRoot &Root : pointersHeldBy(E))
      add(Out, Root);
}

/// What a constructor's member initializers make the pointers point to.
bool PointerFlow::addConstructed(const CXXConstructExpr &Construct,
                                 const FieldDecl *Only, RootSet &Out) const {
  const CXXConstructorDecl *Constructor = Construct.getConstructor();
  if (Constructor->isCopyOrMoveConstructor() && Constructor->isTrivial() &&
      Construct.getNumArgs() == 1) {
    for (const MemoryRoot &Root : pointersHeldBy(Construct.getArg(0), Only))
      add(Out, Root);
    return true;
  }
  const bool Picks = isMemberOf(Only, Construct.getType());
  const FunctionDecl *Definition = nullptr;
  if (!Constructor->isUserProvided() || !Constructor->hasBody(Definition) ||
      redirects(Definition->getBody(), /*Depth=*/0))
    return false;
  PointerFlow Inner(*Definition);
  Inner.nameWhatObjectsHold();
  llvm::ArrayRef<const Expr *> Args(Construct.getArgs(),
                                    Construct.getNumArgs());
  for (const CXXCtorInitializer *Init :
       cast<CXXConstructorDecl>(Definition)->inits()) {
    if (Init->isBaseInitializer() &&
        Init->getBaseClass()->getAsCXXRecordDecl() &&
        Init->getBaseClass()->getAsCXXRecordDecl()->isEmpty())
      continue;
    const FieldDecl *Field =
        Init->isMemberInitializer() ? Init->getMember() : nullptr;
    if (Field && (!holdsPointers(Field->getType()) ||
                  (Picks && !declaresSameEntity(Field, Only))))
      continue;
    // A base class is a member that has no name.
    const bool IsBase = Init->isBaseInitializer();
    bool IsObject = IsBase || (Field && Field->getType()->isRecordType());
    bool IsName = Field && Field->getType()->isReferenceType();
    if (!IsObject && !IsName && !(Field && Field->getType()->isPointerType()))
      return false;
    RootSet Held;
    if (IsName)
      Inner.addNamed(Init->getInit(), Held);
    else
      Held = IsObject ? Inner.pointersHeldBy(Init->getInit(),
                                             IsBase ? Only : nullptr)
                      : Inner.rootsOfPointer(Init->getInit());
    for (const MemoryRoot &Root : Held) {
      // Parameters are gone when the constructor is through.
      bool IsGone = Root.Kind == MemoryRoot::Local && Root.Var &&
                    Root.Var->getDeclContext() == Definition;
      for (const MemoryRoot &Here :
           followCall(IsGone ? MemoryRoot() : Root, *Definition,
                      /*Object=*/nullptr, Args))
        add(Out, Here);
    }
  }
  return true;
}

/// What the pointers in an object point to that starts as \p Init.
bool PointerFlow::addInitial(const Expr *Init, const FieldDecl *Only,
                             RootSet &Out) const {
  Init = asWritten(Init);
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(Init))
    Init = asWritten(Cast->getSubExpr());
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Init))
    return addConstructed(*Construct, Only, Out);
  if (const auto *Call = dyn_cast<CallExpr>(Init); Call && Init->isPRValue()) {
    addCall(*Call, Out);
    return true;
  }
  const auto *List = dyn_cast<InitListExpr>(Init);
  if (!List)
    return false;
  const Expr *Picked = Only ? initialOf(*List, *Only) : nullptr;
  for (const Expr *Part : List->inits())
    if (Picked && Part != Picked)
      continue;
    else if (Part->isGLValue())
      addNamed(Part, Out);
    else if (Part->getType()->isPointerType())
      addPointer(Part, Out);
    else if (Part->getType()->isRecordType())
      for (const MemoryRoot &Root : pointersHeldBy(Part))
        add(Out, Root);
    else if (holdsPointers(Part->getType()))
      add(Out, {MemoryRoot::Unknown, nullptr});
  return true;
}

/// `Matrix a = {A, rows};`, or `Matrix a; a.data = A;`: a's pointers are those
/// given, one after the other.
bool PointerFlow::madeFromPointers(const VarDecl *Var, const FieldDecl *Only,
                                   RootSet &Out) const {
  auto It = Values.find(Var);
  if (It == Values.end() || Lent.count(Var) || !Visiting.insert(Var).second)
    return false;
  RootSet Found;
  bool Known = true, HasValue = false;
  for (const Expr *Value : It->second) {
    const auto *Construct = dyn_cast<CXXConstructExpr>(Value->IgnoreImplicit());
    // Without arguments, and nothing that its class would do: not set yet.
    if (Construct && Construct->getNumArgs() == 0 &&
        Construct->getConstructor()->isTrivial())
      continue;
    HasValue = true;
    if (Value->getType().isNull()) // it does not parse
      Known = false;
    else if (Value->getType()->isPointerType())
      addPointer(Value, Found);
    else if (Value->isGLValue()) // job = jobs[i]
      for (const MemoryRoot &Root : pointersHeldBy(Value, Only))
        add(Found, Root);
    else
      Known = Known && addInitial(Value, Only, Found);
  }
  Visiting.erase(Var);
  if (!Known || !HasValue)
    return false;
  for (const MemoryRoot &Root : Found)
    add(Out, Root);
  return true;
}

/// A pointer read from memory: what it points to was put there by the host
/// unless this thread built the memory itself.
RootSet PointerFlow::pointersHeldIn(const RootSet &Holders,
                                    const FieldDecl *Only) const {
  RootSet Out;
  for (const MemoryRoot &Holder : Holders) {
    // An object that the block shares is set in this function, too.
    const bool IsSharedObject = Holder.Kind == MemoryRoot::Shared &&
                                Holder.Var && Holder.Var->isStaticLocal() &&
                                Holder.Var->getType()->isRecordType();
    if ((Holder.Kind == MemoryRoot::Local || IsSharedObject) &&
        madeFromPointers(
            Holder.Var,
            isMemberOf(Only, Holder.Var->getType()) ? Only : nullptr, Out))
      continue;
    const auto *Param = dyn_cast_or_null<ParmVarDecl>(Holder.Var);
    if (auto It = Held.find(Param);
        Param && It != Held.end() && !Lent.count(Param)) {
      for (const MemoryRoot &Root : It->second)
        add(Out, Root);
      continue;
    }
    if (NamesHeld && Holder.Kind == MemoryRoot::This && !Param) {
      add(Out, {MemoryRoot::Param, nullptr, Only});
      continue;
    }
    // A copy of an object, or a reference to one, of the caller.
    if (NamesHeld && !IsKernel && Param && !Lent.count(Param) &&
        Param->getType().getNonReferenceType()->isRecordType() &&
        (Holder.Kind == MemoryRoot::Param ||
         Holder.Kind == MemoryRoot::Local)) {
      add(Out, {MemoryRoot::This, Param});
      continue;
    }
    bool FromHost = Holder.Kind == MemoryRoot::Global ||
                    Holder.Kind == MemoryRoot::Constant ||
                    (Holder.Kind == MemoryRoot::Local && IsKernel &&
                     isa<ParmVarDecl>(Holder.Var) && !Lent.count(Holder.Var));
    add(Out, {FromHost ? MemoryRoot::Global : MemoryRoot::Unknown, nullptr});
  }
  return Out;
}

/// What the pointers in the members of this object point to.
RootSet PointerFlow::membersOfThis(const FieldDecl *Only) const {
  RootSet Out;
  // Not what belongs to a member that is an object.
  const bool Picks =
      Only && llvm::any_of(Members->all(), [&](const auto &Member) {
        return declaresSameEntity(Member.first, Only);
      });
  for (const auto &[Field, Var] : Members->all()) {
    if ((Picks && !declaresSameEntity(Field, Only)) ||
        Field->getType()->isArithmeticType())
      continue;
    RootSet Roots;
    if (Field->getType()->isPointerType())
      addVariable(Var, Roots);
    else
      Roots = pointersHeldIn({{MemoryRoot::Local, Var}});
    for (const MemoryRoot &Root : Roots)
      add(Out, Root);
  }
  return Out;
}

RootSet PointerFlow::pointersHeldBy(const Expr *Object,
                                    const FieldDecl *Only) const {
  if (Members && isa<CXXThisExpr>(Object->IgnoreParenImpCasts()))
    return membersOfThis(Only);
  if (Object->getType()->isPointerType())
    return pointersHeldIn(rootsOfPointer(Object), Only);
  const Expr *E = asWritten(Object);
  // Where a reference in this object leads to, and where the pointers behind
  // it do, has one name (addNamed()).
  if (const auto *Member = dyn_cast<MemberExpr>(E);
      NamesHeld && Member && isMemberOfThis(E) &&
      isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()) &&
      Member->getMemberDecl()->getType()->isReferenceType())
    return {{MemoryRoot::Param, nullptr}};
  if (E->isGLValue())
    return pointersHeldIn(rootsOfObject(E), Only);
  RootSet Out;
  if (!addInitial(E, Only, Out))
    return {{MemoryRoot::Unknown, nullptr}};
  return Out;
}

void PointerFlow::shareMembers(const PointerFlow &Caller, const Expr *Object) {
  if (!Caller.Members || !Object ||
      !isa<CXXThisExpr>(Object->IgnoreParenImpCasts()))
    return;
  Members = Caller.Members;
  for (const auto &[Field, Var] : Members->all()) {
    if (auto It = Caller.Bound.find(Var); It != Caller.Bound.end())
      Bound[Var] = It->second;
    if (auto It = Caller.Held.find(Var); It != Caller.Held.end())
      Held[Var] = It->second;
  }
}

RootSet PointerFlow::followCall(const MemoryRoot &Root,
                                const FunctionDecl &Callee, const Expr *Object,
                                llvm::ArrayRef<const Expr *> Args) const {
  const RootSet Unknown{{MemoryRoot::Unknown, nullptr}};
  const auto *Param = dyn_cast_or_null<ParmVarDecl>(Root.Var);
  bool IsOwn = Param && Param->getDeclContext() == &Callee;
  if (Root.Kind == MemoryRoot::Param && !Root.Var) {
    const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
    return Object && Method && !mayRedirectPointers(*Method)
               ? pointersHeldBy(Object, Root.Field)
               : Unknown;
  }
  if (Root.Kind != MemoryRoot::This && Root.Kind != MemoryRoot::Param)
    return {Root};
  if (Param && !IsOwn)
    return {Root};
  if (Param && Param->getFunctionScopeIndex() >= Args.size())
    return Unknown;
  const Expr *Arg = Param ? Args[Param->getFunctionScopeIndex()] : Object;
  if (!Arg)
    return Unknown;
  if (Root.Kind == MemoryRoot::This && Param)
    return pointersHeldBy(Arg);
  if (!Param)
    return Arg->getType()->isPointerType() ? rootsOfPointer(Arg)
                                           : rootsOfObject(Arg);
  return Param->getType()->isReferenceType() ? rootsOfObject(Arg)
         : Param->getType()->isIntegerType() ? rootsOfAddress(Arg)
                                             : rootsOfPointer(Arg);
}

//===- Names that calls and casts give ----------------------------------===//
//   int *p = addressOf(k);       what a function returns may name k
//   Counter c(k);                an object may keep the address of k
//   (unsigned &)k += 1;          another type of name
//   int &r = ++k;                operators name what they changed or chose

/// Of tiles, who uses them is found otherwise.
void PointerFlow::nameAgain(const Expr *E) {
  for (; E; E = namedOperand(E)) {
    E = E->IgnoreParens();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
          Var && !isShared(*Var))
        Aliased.insert(Var);
    if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(E)) {
      nameAgain(Choice->getTrueExpr());
      nameAgain(Choice->getFalseExpr());
    }
  }
}

/// A value of this type may name what a reference to it did.
static bool mayName(QualType Type) {
  return Type->isReferenceType() || Type->isPointerType() ||
         Type->isDependentType() || holdsPointers(Type);
}

/// A parameter into which a function may put an address.
static bool takesAddresses(const ParmVarDecl &Param) {
  QualType Type = Param.getType();
  QualType Pointee = Type->getPointeeType();
  return !Pointee.isNull() && !Pointee.isConstQualified() &&
         !Pointee->isFunctionType() && holdsPointers(Pointee);
}

/// The library's void functions keep nothing: swap(), memcpy_async().
static bool isOfLibrary(const FunctionDecl &F) {
  return F.getReturnType()->isVoidType() &&
         F.getASTContext().getSourceManager().isInSystemHeader(F.getLocation());
}

/// Names again what \p Args binds to references of \p Callee, if \p Keeps or
/// if another of its parameters takes addresses.
void PointerFlow::nameArguments(const FunctionDecl *Callee,
                                llvm::ArrayRef<const Expr *> Args, bool Keeps) {
  for (auto [I, Arg] : llvm::enumerate(Args)) {
    const ParmVarDecl *Param = Callee && I < Callee->getNumParams()
                                   ? Callee->getParamDecl(I)
                                   : nullptr;
    if (!Arg->isGLValue() || (Param && !Param->getType()->isReferenceType()))
      continue;
    bool Kept = Keeps || !Callee ||
                llvm::any_of(Callee->parameters(), [&](const ParmVarDecl *P) {
                  return P != Param && takesAddresses(*P);
                });
    if (Kept)
      nameAgain(Arg);
  }
}

/// \p IsRead: what the call gives is read at once, and nobody has it then.
void PointerFlow::nameInCall(const CallExpr &Call, bool IsRead) {
  const FunctionDecl *Callee = knownCallee(Call);
  if (!Callee)
    Callee = calledFunction(Call);
  if (Callee && isOfLibrary(*Callee))
    return;
  llvm::ArrayRef<const Expr *> Args(Call.getArgs(), Call.getNumArgs());
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  // It gives its left side.
  if (Method && copiesBytes(*Method) &&
      (Method->isCopyAssignmentOperator() ||
       Method->isMoveAssignmentOperator()))
    return;
  bool Keeps = !IsRead && (!Callee || mayName(Callee->getReturnType()));
  if (Method && !Method->isStatic()) {
    const CXXRecordDecl *Class = Method->getParent();
    // A lambda's body names them itself.
    if (!Class->isLambda() && !Method->isConst())
      Keeps |= llvm::any_of(Class->fields(), [](const FieldDecl *Field) {
        return holdsPointers(Field->getType());
      });
    if (isa<CXXOperatorCallExpr>(Call) && !Args.empty())
      Args = Args.drop_front();
  }
  nameArguments(Callee, Args, Keeps);
}

void PointerFlow::collectSecondNames(const Stmt *S) {
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D);
          Var && Var->getType()->isReferenceType())
        nameAgain(Var->getInit());
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && Op->getOpcode() == UO_AddrOf &&
      !isa<MemberExpr>(Op->getSubExpr()->IgnoreParens()))
    nameAgain(Op->getSubExpr());
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(S);
      Cast && Cast->isGLValue() && Cast->getSubExpr()->isGLValue())
    nameAgain(Cast->getSubExpr());
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
      Cast && Cast->getCastKind() == CK_LValueToRValue)
    if (const auto *Call =
            dyn_cast<CallExpr>(Cast->getSubExpr()->IgnoreParens()))
      ReadAtOnce.insert(Call);
  if (const auto *Call = dyn_cast<CallExpr>(S))
    nameInCall(*Call, ReadAtOnce.count(Call));
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
    const CXXConstructorDecl *Constructor = Construct->getConstructor();
    llvm::ArrayRef<const Expr *> Args(Construct->getArgs(),
                                      Construct->getNumArgs());
    if (!Constructor->isCopyOrMoveConstructor() &&
        holdsPointers(Construct->getType()))
      nameArguments(Constructor, Args, /*Keeps=*/true);
  }
  for (const Expr *Init : referenceMembers(S))
    nameAgain(Init);
}

//===- Pieces cut from one shared array ---------------------------------===//

/// \p S has one value for all threads of a block, at all times: it is made of
/// constants, block-wide builtins and variables that start so and stay so.
static bool isSameForBlock(const Stmt *S, unsigned Depth = 8) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var)
      return true;
    if (Var->hasExternalStorage())
      return isShared(*Var) || (Var->getType().isConstQualified() &&
                                Var->getName() != "threadIdx");
    if (Depth == 0 || !isNeverChanged(*Var))
      return false;
    const auto *Function = dyn_cast<FunctionDecl>(Var->getDeclContext());
    if (isa<ParmVarDecl>(Var))
      return Function && Function->hasAttr<CUDAGlobalAttr>();
    return !Var->hasLocalStorage() || isSameForBlock(Var->getInit(), Depth - 1);
  }
  // What stands in memory may change. The address of an element does not, and
  // the conversion of a wrapper object only makes an address.
  if (const auto *Cast = dyn_cast<CastExpr>(S))
    if (Cast->getCastKind() == CK_LValueToRValue &&
        isa<ArraySubscriptExpr, UnaryOperator>(
            Cast->getSubExpr()->IgnoreParens()))
      return false;
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && Op->isIncrementDecrementOp())
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(S);
      Call && !Call->getType()->isPointerType() && !Call->isValueDependent()) {
    Expr::EvalResult Constant;
    const auto *Function = knownCallee(*Call);
    return Function && Call->EvaluateAsInt(Constant, Function->getASTContext());
  }
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return isSameForBlock(Child, Depth);
  });
}

/// `float *Bs = smem + BM * BK;`, the same for all threads, never changed.
bool PointerFlow::isRegion(const VarDecl *Var, const RootSet &Roots) const {
  if (!SplitRegions || Roots.size() != 1 ||
      Roots[0].Kind != MemoryRoot::Shared ||
      !Roots[0].Var->hasExternalStorage() || !Var->getType()->isPointerType() ||
      !Var->isLocalVarDecl())
    return false;
  auto [It, New] = Regions.try_emplace(Var, false);
  if (New) {
    auto Value = Values.find(Var);
    It->second = Value != Values.end() && Value->second.size() == 1 &&
                 isNeverChanged(*Var) && !Lent.count(Var) &&
                 isSameForBlock(Value->second[0]);
  }
  return It->second;
}

/// The array that the pointer \p Region cuts a piece from.
const VarDecl *PointerFlow::areaOf(const VarDecl *Region) const {
  while (Region && Region->getType()->isPointerType()) {
    auto It = Values.find(Region);
    RootSet Roots;
    if (It != Values.end())
      addPointer(It->second[0], Roots);
    Region = Roots.empty() ? nullptr : Roots[0].Var;
  }
  return Region;
}

} // namespace cudapipe
