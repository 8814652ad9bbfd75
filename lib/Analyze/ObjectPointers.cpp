//===- ObjectPointers.cpp - Where the pointers in objects point to --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Matrix a;               a.at(r, c) reads this->data[..]: what a holds
//   Tiles tiles(A, K);      tiles.next() reads what the constructor was given
//   Problem p = all[z];     p.A points where the host made all[z].A point to
//
//===----------------------------------------------------------------------===//

#include "LentPointers.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/PointerFlow.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudapipe {

static void add(RootSet &Out, const MemoryRoot &Root) {
  if (!llvm::is_contained(Out, Root))
    Out.push_back(Root);
}

/// `this->a.b`, however spelled.
static bool isMemberOfThis(const Expr *E) {
  const auto *Member = dyn_cast<MemberExpr>(E->IgnoreParens());
  if (!Member)
    return false;
  const Expr *Base = Member->getBase()->IgnoreParenImpCasts();
  return isa<CXXThisExpr>(Base) || (!Member->isArrow() && isMemberOfThis(Base));
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
  // Whoever keeps the result has another name for the object.
  if (const auto *Return = dyn_cast<ReturnStmt>(S);
      Return && isItself(Return->getRetValue()))
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
    const FieldDecl *Field =
        Init->isMemberInitializer() ? Init->getMember() : nullptr;
    if (Field && (Field->getType()->isArithmeticType() ||
                  (Picks && !declaresSameEntity(Field, Only))))
      continue;
    bool IsObject = Picks && Field && Field->getType()->isRecordType();
    if (!Field || !(Field->getType()->isPointerType() || IsObject))
      return false;
    for (const MemoryRoot &Root : IsObject
                                      ? Inner.pointersHeldBy(Init->getInit())
                                      : Inner.rootsOfPointer(Init->getInit()))
      for (const MemoryRoot &Here :
           followCall(Root, *Definition, /*Object=*/nullptr, Args))
        add(Out, Here);
  }
  return true;
}

/// What the pointers in an object point to that starts as \p Init.
bool PointerFlow::addInitial(const Expr *Init, const FieldDecl *Only,
                             RootSet &Out) const {
  Init = Init->IgnoreImplicit();
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(Init))
    Init = Cast->getSubExpr()->IgnoreImplicit();
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
    else if (Part->getType()->isPointerType())
      addPointer(Part, Out);
    else if (Picked && Part->getType()->isRecordType())
      for (const MemoryRoot &Root : pointersHeldBy(Part))
        add(Out, Root);
    else if (!Part->getType()->isArithmeticType())
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
    if (Holder.Kind == MemoryRoot::Local &&
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
      add(Out, {MemoryRoot::Param, nullptr});
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
  for (const auto &[Field, Var] : Members->all()) {
    if ((Only && !declaresSameEntity(Field, Only)) ||
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
  const Expr *E = Object->IgnoreImplicit();
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
               ? pointersHeldBy(Object)
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

} // namespace cudapipe
