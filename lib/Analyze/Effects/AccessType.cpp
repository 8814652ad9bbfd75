//===- AccessType.cpp - Types inside templates ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/AccessType.h"
#include "Analyze/Integers/UpperLimit.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/PerAst.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace cudapipe {

/// `auto` in a template.
static bool isOpen(QualType Type) {
  const AutoType *Auto = Type->getContainedAutoType();
  return Auto && Auto->getDeducedType().isNull();
}

/// \p Type of a member of a class template with \p Args in the place of its
/// parameters; dependent where it takes more than that.
static QualType withArguments(QualType Type,
                              llvm::ArrayRef<TemplateArgument> Args,
                              const ASTContext &Ctx) {
  if (!Type->isDependentType())
    return Type;
  if (const auto *Pointer = Type->getAs<PointerType>()) {
    const QualType To = withArguments(Pointer->getPointeeType(), Args, Ctx);
    return To == Ctx.DependentTy ? To
                                 : Ctx.getQualifiedType(Ctx.getPointerType(To),
                                                        Type.getQualifiers());
  }
  const auto *Param = Type->getAs<TemplateTypeParmType>();
  if (!Param || Param->getDepth() != 0 || Param->getIndex() >= Args.size() ||
      Args[Param->getIndex()].getKind() != TemplateArgument::Type)
    return Ctx.DependentTy;
  return Ctx.getQualifiedType(Args[Param->getIndex()].getAsType(),
                              Type.getQualifiers());
}

/// That of `params.data` in a template, where params is a `Params<T>`: as the
/// class template says, which no specialization says otherwise.
static QualType memberType(const CXXDependentScopeMemberExpr &E,
                           const ASTContext &Ctx) {
  if (E.isImplicitAccess() || E.isArrow())
    return Ctx.DependentTy;
  const QualType Of = accessType(E.getBase(), Ctx).getNonReferenceType();
  const auto *Instance = Of->getAs<TemplateSpecializationType>();
  const auto *Template =
      Instance ? dyn_cast_or_null<ClassTemplateDecl>(
                     Instance->getTemplateName().getAsTemplateDecl())
               : nullptr;
  const CXXRecordDecl *Class =
      Template ? Template->getTemplatedDecl()->getDefinition() : nullptr;
  if (!Class || Class->isUnion() ||
      llvm::any_of(Template->specializations(),
                   [](const ClassTemplateSpecializationDecl *D) {
                     return D->isExplicitSpecialization();
                   }))
    return Ctx.DependentTy;
  llvm::SmallVector<ClassTemplatePartialSpecializationDecl *, 2> Partial;
  const_cast<ClassTemplateDecl *>(Template)->getPartialSpecializations(Partial);
  const auto Found = Class->lookup(E.getMember());
  const auto *Field =
      Found.isSingleResult() ? dyn_cast<FieldDecl>(Found.front()) : nullptr;
  return Partial.empty() && Field
             ? withArguments(Field->getType(), Instance->template_arguments(),
                             Ctx)
             : Ctx.DependentTy;
}

QualType accessType(const Expr *E, const ASTContext &Ctx) {
  QualType Type = E->getType();
  // `T x(a, b);` of a template has none yet.
  if (Type.isNull())
    return Ctx.DependentTy;
  if (Type != Ctx.DependentTy && !isOpen(Type))
    return Type;
  E = E->IgnoreParenImpCasts();
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
    QualType Base = accessType(subscriptBase(*Sub)->IgnoreParenImpCasts(), Ctx);
    if (const ArrayType *Array = Ctx.getAsArrayType(Base))
      return Array->getElementType();
    if (Base->isPointerType())
      return Base->getPointeeType();
    return Type;
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->getOpcode() == UO_Deref) {
    QualType Base = accessType(Op->getSubExpr(), Ctx);
    if (Base->isPointerType())
      return Base->getPointeeType();
  }
  // `&tile[row][0]`, `tile[row] + column`: of a tile whose size is dependent.
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->getOpcode() == UO_AddrOf) {
    QualType Of = accessType(Op->getSubExpr(), Ctx);
    return Of == Ctx.DependentTy ? Type : Ctx.getPointerType(Of);
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E);
      Op && Op->isAdditiveOp() &&
      isa<DeclRefExpr, ArraySubscriptExpr>(
          Op->getLHS()->IgnoreParenImpCasts())) {
    QualType Of = accessType(Op->getLHS()->IgnoreParenImpCasts(), Ctx);
    return Of->isPointerType() || Of->isArrayType() ? Of : Type;
  }
  if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(E))
    return memberType(*Member, Ctx);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    // `auto &As = As_stages[stage];` in a template is of no type yet.
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (Var && Var->getInit() && isOpen(Var->getType()))
      return accessType(Var->getInit()->IgnoreParenImpCasts(), Ctx);
    return Ref->getDecl()->getType();
  }
  return Type;
}

const VarDecl *elementOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
    return elementOf(subscriptBase(*Sub));
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return elementOf(Choice->getTrueExpr());
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->getOpcode() == UO_Deref)
    return elementOf(Op->getSubExpr());
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->getOpcode() == UO_AddrOf)
    return elementOf(Op->getSubExpr());
  if (const auto *Op = dyn_cast<BinaryOperator>(E); Op && Op->isAdditiveOp())
    return elementOf(Op->getLHS());
  // __ldg(p) and its like.
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && Call->getNumArgs() == 1 &&
      Call->getArg(0)->getType()->isPointerType() &&
      Call->getType().getCanonicalType() == Call->getArg(0)
                                                ->getType()
                                                ->getPointeeType()
                                                .getCanonicalType()
                                                .getUnqualifiedType())
    return elementOf(Call->getArg(0));
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

const Expr *builtinPointerOperand(const Expr *E, const ASTContext &Ctx) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E->IgnoreParenImpCasts());
  if (!Call || knownCallee(*Call))
    return nullptr;
  switch (Call->getOperator()) {
  case OO_Plus:
  case OO_Minus:
  case OO_Star:
    break;
  default:
    return nullptr;
  }
  for (const Expr *Arg : Call->arguments()) {
    QualType Type = accessType(Arg, Ctx);
    if (const Expr *Inner = builtinPointerOperand(Arg, Ctx)) {
      const auto *Of = cast<CXXOperatorCallExpr>(Arg->IgnoreParenImpCasts());
      if (Of->getOperator() != OO_Star)
        return Arg; // a sum of a sum
      Type = accessType(Inner, Ctx);
    }
    if (Type->isPointerType() || Type->isArrayType())
      return Arg;
  }
  return nullptr;
}

QualType namedElement(const VarDecl &Name, const ASTContext &Ctx) {
  QualType Type = Name.getType().getNonReferenceType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  return Ctx.getBaseElementType(Type);
}

QualType namedElement(const VarDecl &Name,
                      llvm::ArrayRef<const FieldDecl *> Fields,
                      const ASTContext &Ctx) {
  return Fields.empty() ? namedElement(Name, Ctx)
                        : Ctx.getBaseElementType(Fields.back()->getType());
}

const Expr *namedOperand(const Expr *E) {
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return Full->getSubExpr();
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(E))
    return Opaque->getSourceExpr();
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (Op->getOpcode() == BO_Comma)
      return Op->getRHS();
    return Op->isAssignmentOp() || Op->getOpcode() == BO_PtrMemD ? Op->getLHS()
                                                                 : nullptr;
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E))
    return Op->isPrefix() && Op->isIncrementDecrementOp() ? Op->getSubExpr()
                                                          : nullptr;
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->isArrow() ? nullptr : Member->getBase();
  const auto *Cast = dyn_cast<CastExpr>(E);
  return Cast && Cast->getSubExpr()->isGLValue() && E->isGLValue()
             ? Cast->getSubExpr()
             : nullptr;
}

llvm::SmallVector<const Expr *, 2> referenceMembers(const Stmt *S) {
  llvm::SmallVector<const Expr *, 2> Out;
  const auto *List = dyn_cast<InitListExpr>(S);
  const auto *InParens = dyn_cast<CXXParenListInitExpr>(S);
  if ((List || InParens) && cast<Expr>(S)->getType()->isRecordType())
    for (const Stmt *Child : S->children())
      if (const auto *Init = dyn_cast_or_null<Expr>(Child);
          Init && Init->isGLValue() && !Init->getType()->isRecordType())
        Out.push_back(Init);
  return Out;
}

/// \p E is \p Var or a part of it.
static bool names(const Expr *E, const VarDecl &Var) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(E);
      Choice && Choice->isGLValue())
    return names(Choice->getTrueExpr(), Var) ||
           names(Choice->getFalseExpr(), Var);
  if (const Expr *Of = E->isGLValue() ? namedOperand(E) : nullptr)
    return names(Of, Var);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref && Ref->getDecl() == &Var;
}

/// A call of \p Method does not change its object.
static bool leavesAlone(const CXXMethodDecl &Method) {
  return Method.isConst() && !Method.getParent()->hasMutableFields();
}

static bool findChange(const Stmt *S, const VarDecl &Var) {
  if (const auto *Op = dyn_cast<BinaryOperator>(S);
      Op && Op->isAssignmentOp() && names(Op->getLHS(), Var))
    return true;
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && (Op->isIncrementDecrementOp() || Op->getOpcode() == UO_AddrOf) &&
      names(Op->getSubExpr(), Var))
    return true;
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Decls->decls())
      if (const auto *Other = dyn_cast<VarDecl>(D);
          Other && Other->getType()->isReferenceType() && Other->getInit() &&
          names(Other->getInit(), Var))
        return true;
  if (const auto *Call = dyn_cast<CallExpr>(S); Call && !isStdMinOrMax(*Call)) {
    // `view(r, c)` of a const operator leaves the view alone.
    const auto *Operator =
        isa<CXXOperatorCallExpr>(Call)
            ? dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee())
            : nullptr;
    const bool IsConst = Operator && leavesAlone(*Operator) &&
                         !Operator->getParent()->isLambda();
    for (auto [I, Arg] : llvm::enumerate(Call->arguments()))
      if (!(IsConst && I == 0) && Arg->isGLValue() && names(Arg, Var))
        return true;
    // A functor that only an instantiation brings.
    if (!calledFunction(*Call) && Call->getCallee()->isTypeDependent() &&
        names(Call->getCallee(), Var))
      return true;
  }
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S))
    if (const CXXMethodDecl *Method = Call->getMethodDecl();
        Method && !leavesAlone(*Method) &&
        names(Call->getImplicitObjectArgument(), Var))
      return true;
  // An object may keep what it is made from.
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(S);
      Construct && !Construct->getConstructor()->isCopyOrMoveConstructor())
    for (const Expr *Arg : Construct->arguments())
      if (Arg->isGLValue() && names(Arg, Var))
        return true;
  for (const Expr *Init : referenceMembers(S))
    if (names(Init, Var))
      return true;
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(S);
      Cast && Cast->isGLValue() && Cast->getSubExpr()->isGLValue() &&
      names(Cast->getSubExpr(), Var))
    return true;
  // Assembly writes its outputs; what a pointer leads to has its address taken.
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S)) {
    for (unsigned I = 0; I < Asm->getNumOutputs(); ++I)
      if (names(Asm->getOutputExpr(I), Var))
        return true;
  } else if (isa<AsmStmt>(S)) {
    return true;
  }
  if (const auto *Return = dyn_cast<ReturnStmt>(S))
    if (const Expr *Value = Return->getRetValue();
        Value && Value->isGLValue() && names(Value, Var))
      return true;
  // What a lambda does stands in its body, under the same names.
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    for (const LambdaCapture &Capture : Lambda->captures())
      if (Lambda->isInitCapture(&Capture))
        return true;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return changes(Child, Var); });
}

bool changes(const Stmt *S, const VarDecl &Var) {
  if (!isa_and_nonnull<CompoundStmt>(S))
    return S && findChange(S, Var);
  // Asked of the same blocks again and again.
  struct Told : llvm::DenseMap<std::pair<const Stmt *, const VarDecl *>, bool> {
  };
  auto &All = perAst<Told>(Var.getASTContext());
  if (auto It = All.find({S, &Var}); It != All.end())
    return It->second;
  const bool Found = findChange(S, Var);
  All[{S, &Var}] = Found;
  return Found;
}

bool isNeverChanged(const VarDecl &Var) {
  if (Var.getType().isConstQualified())
    return true;
  const auto *Function = dyn_cast<FunctionDecl>(Var.getDeclContext());
  if (!(Var.isLocalVarDecl() || isa<ParmVarDecl>(Var)) || !Function ||
      !Function->getBody())
    return false;
  struct Told : llvm::DenseMap<const VarDecl *, bool> {};
  auto [It, IsNew] = perAst<Told>(Var.getASTContext()).try_emplace(&Var);
  if (IsNew)
    It->second = !changes(Function->getBody(), Var);
  return It->second;
}

const Expr *initialValue(const VarDecl &Var) {
  return isa<ParmVarDecl>(Var) ? nullptr : Var.getInit();
}

bool isTemplateConstant(const Expr *E, const ASTContext &Ctx) {
  E = E->IgnoreParenImpCasts();
  if (isa<IntegerLiteral, UnaryExprOrTypeTraitExpr>(E))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (isa<NonTypeTemplateParmDecl, EnumConstantDecl>(Ref->getDecl()))
      return true;
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var && Var->getType().isConstQualified() &&
           Var->getType()->isIntegralOrEnumerationType() &&
           initialValue(*Var) && isTemplateConstant(initialValue(*Var), Ctx);
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    return !Op->isAssignmentOp() && isTemplateConstant(Op->getLHS(), Ctx) &&
           isTemplateConstant(Op->getRHS(), Ctx);
  if (const auto *Op = dyn_cast<UnaryOperator>(E))
    return Op->getOpcode() == UO_Minus &&
           isTemplateConstant(Op->getSubExpr(), Ctx);
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return isTemplateConstant(Cast->getSubExpr(), Ctx);
  if (const auto *Subst = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return isTemplateConstant(Subst->getReplacement(), Ctx);
  return false;
}

uint64_t typeAlignment(QualType Type, const ASTContext &Ctx) {
  if (Type.isNull() || Type->isDependentType() || Type->isIncompleteType())
    return 1;
  return Ctx.getTypeAlignInChars(Type).getQuantity();
}

uint64_t objectAlignment(const Expr *E, const ASTContext &Ctx) {
  E = E->IgnoreParens();
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return std::min(objectAlignment(Choice->getTrueExpr(), Ctx),
                    objectAlignment(Choice->getFalseExpr(), Ctx));
  const auto *Member = dyn_cast<MemberExpr>(E);
  const auto *Field =
      Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  if (!Field || Field->getParent()->isDependentType())
    return typeAlignment(accessType(E, Ctx), Ctx);
  uint64_t Base =
      Member->isArrow()
          ? typeAlignment(Member->getBase()->getType()->getPointeeType(), Ctx)
          : objectAlignment(Member->getBase(), Ctx);
  uint64_t Offset = Ctx.getASTRecordLayout(Field->getParent())
                        .getFieldOffset(Field->getFieldIndex()) /
                    Ctx.getCharWidth();
  return llvm::MinAlign(Base, Offset);
}

} // namespace cudapipe
