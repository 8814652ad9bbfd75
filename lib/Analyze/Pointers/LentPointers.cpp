//===- LentPointers.cpp - Whose pointers others may set -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// visit() takes an expression to lend what it names, visitRead() one of which
// only the value counts, visitStatement() one whose value nobody takes. What
// templates leave open has no conversion that says so; there it is the operator
// around.
//
//===----------------------------------------------------------------------===//

#include "LentPointers.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/AsmText.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/PerAst.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudapipe {

/// \p Class has been read to its end without an error: what has not may be a
/// member of itself.
static bool isWhole(const CXXRecordDecl *Class) {
  return Class && Class->hasDefinition() &&
         Class->getDefinition()->isCompleteDefinition() &&
         !Class->getDefinition()->isInvalidDecl() &&
         llvm::none_of(Class->fields(), [](const FieldDecl *Field) {
           return Field->isInvalidDecl();
         });
}

bool holdsPointers(QualType Type) {
  Type = QualType(Type->getBaseElementTypeUnsafe(), 0);
  if (Type->isArithmeticType() || Type->isEnumeralType())
    return false;
  const auto *Class = Type->getAsCXXRecordDecl();
  if (!isWhole(Class))
    return true;
  return llvm::any_of(Class->fields(),
                      [](const FieldDecl *Field) {
                        return holdsPointers(Field->getType());
                      }) ||
         llvm::any_of(Class->bases(), [](const CXXBaseSpecifier &Base) {
           return holdsPointers(Base.getType());
         });
}

/// A pointer in a const object of \p Class may be set all the same.
static bool holdsMutablePointers(const CXXRecordDecl *Class) {
  if (!isWhole(Class))
    return true;
  return llvm::any_of(Class->fields(),
                      [](const FieldDecl *Field) {
                        const auto *Type = Field->getType()
                                               ->getBaseElementTypeUnsafe()
                                               ->getAsCXXRecordDecl();
                        return (Field->isMutable() &&
                                holdsPointers(Field->getType())) ||
                               (Type && holdsMutablePointers(Type));
                      }) ||
         llvm::any_of(Class->bases(), [](const CXXBaseSpecifier &Base) {
           return holdsMutablePointers(Base.getType()->getAsCXXRecordDecl());
         });
}

//===- References that are kept to look -----------------------------------===//

/// The member that \p Constructor binds to its parameter \p Index, of which it
/// makes no other use.
static const FieldDecl *memberThatKeeps(const CXXConstructorDecl &Constructor,
                                        unsigned Index) {
  const FunctionDecl *Definition = nullptr;
  if (!Constructor.hasBody(Definition) || Index >= Definition->getNumParams())
    return nullptr;
  const ParmVarDecl *Param = Definition->getParamDecl(Index);
  if (!Param->getType()->isLValueReferenceType() ||
      mentions(Definition->getBody(), Param))
    return nullptr;
  const FieldDecl *Out = nullptr;
  for (const CXXCtorInitializer *Init :
       cast<CXXConstructorDecl>(Definition)->inits()) {
    if (!mentions(Init->getInit(), Param))
      continue;
    const auto *Ref =
        dyn_cast<DeclRefExpr>(Init->getInit()->IgnoreParenImpCasts());
    if (Out || !Ref || !Init->isMemberInitializer() ||
        !Init->getMember()->getType()->isLValueReferenceType())
      return nullptr;
    Out = Init->getMember()->getCanonicalDecl();
  }
  return Out;
}

namespace {
/// What all functions of a file, those that templates make too, do with members
/// that are references to objects.
class KeptReferences : public DynamicRecursiveASTVisitor {
public:
  explicit KeptReferences() {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitImplicitCode = true;
  }
  bool TraverseStmt(Stmt *S) override {
    if (!S)
      return true;
    if (const auto *Member = dyn_cast<MemberExpr>(S); Member && isKept(*Member))
      Changed.insert(fieldOf(*Member));
    // Whose body is not seen, or who has its bytes, may do anything.
    if (const auto *Call = dyn_cast<CallExpr>(S);
        Call && !Call->isTypeDependent()) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
      if (!Callee || (!Callee->hasBody() && !Callee->isDefaulted()) ||
          (Method && Method->isVirtual())) {
        for (const Expr *Arg : Call->arguments())
          giveAway(Arg->IgnoreParenCasts()->getType());
        if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
          giveAway(Member->getObjectType());
      }
    }
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(S);
        Cast && !Cast->isTypeDependent() &&
        (Cast->getCastKind() == CK_BitCast ||
         Cast->getCastKind() == CK_LValueBitCast ||
         Cast->getCastKind() == CK_PointerToIntegral))
      giveAway(Cast->getSubExpr()->getType());
    // These look, and no more.
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
        Cast && Cast->getCastKind() == CK_LValueToRValue) {
      llvm::SmallVector<const Expr *, 2> Indices;
      if (const MemberExpr *Kept = keptIn(Cast->getSubExpr(), Indices)) {
        for (const Expr *Index : Indices)
          TraverseStmt(const_cast<Expr *>(Index));
        return TraverseStmt(const_cast<Expr *>(Kept->getBase()));
      }
    }
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S)) {
      const CXXMethodDecl *Method = Call->getMethodDecl();
      const auto *Object = dyn_cast<MemberExpr>(
          Call->getImplicitObjectArgument()->IgnoreParenImpCasts());
      if (Method && Object && isKept(*Object) && Method->isConst() &&
          !Method->isVirtual() && !mayRedirectPointers(*Method)) {
        for (const Expr *Arg : Call->arguments())
          TraverseStmt(const_cast<Expr *>(Arg));
        return TraverseStmt(const_cast<Expr *>(Object->getBase()));
      }
    }
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
      for (auto [I, Arg] : llvm::enumerate(Construct->arguments())) {
        const auto *Given = dyn_cast<MemberExpr>(Arg->IgnoreParenImpCasts());
        const FieldDecl *Next =
            Given && isKept(*Given)
                ? memberThatKeeps(*Construct->getConstructor(), I)
                : nullptr;
        if (Next) {
          HandsOn[Next].push_back(fieldOf(*Given));
          TraverseStmt(const_cast<Expr *>(Given->getBase()));
        } else {
          TraverseStmt(const_cast<Expr *>(Arg));
        }
      }
      return true;
    }
    return DynamicRecursiveASTVisitor::TraverseStmt(S);
  }
  /// Who hands a reference on to one that changes the object changes it.
  void spread() {
    llvm::SmallVector<const FieldDecl *, 8> Work(Changed.begin(),
                                                 Changed.end());
    while (!Work.empty())
      for (const FieldDecl *From : HandsOn[Work.pop_back_val()])
        if (Changed.insert(From).second)
          Work.push_back(From);
  }

  bool IsRead = false;
  llvm::DenseSet<const FieldDecl *> Changed;

private:
  /// Whoever has an object of \p Type may use the references in it.
  void giveAway(QualType Type, unsigned Depth = 0) {
    Type = Type.getNonReferenceType();
    if (Type->isPointerType())
      Type = Type->getPointeeType();
    const auto *Class = Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (!Class || !Class->hasDefinition() || Depth > 4)
      return;
    for (const FieldDecl *Field : Class->fields())
      if (Field->getType()->isLValueReferenceType())
        Changed.insert(Field->getCanonicalDecl());
      else
        giveAway(Field->getType(), Depth + 1);
    for (const CXXBaseSpecifier &Base : Class->bases())
      giveAway(Base.getType(), Depth + 1);
  }
  static const FieldDecl *fieldOf(const MemberExpr &Member) {
    return cast<FieldDecl>(Member.getMemberDecl())->getCanonicalDecl();
  }
  static bool isKept(const MemberExpr &Member) {
    const auto *Field = dyn_cast<FieldDecl>(Member.getMemberDecl());
    return Field && Field->getType()->isLValueReferenceType();
  }
  /// The member that leads to the object of which \p E is a part: `of` of
  /// `of.strides[0]`.
  static const MemberExpr *
  keptIn(const Expr *E, llvm::SmallVectorImpl<const Expr *> &Indices) {
    while (true) {
      E = E->IgnoreParenImpCasts();
      if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
        E = Sub->getBase()->IgnoreParenImpCasts();
        if (!E->getType()->isArrayType())
          return nullptr;
        Indices.push_back(Sub->getIdx());
        continue;
      }
      const auto *Member = dyn_cast<MemberExpr>(E);
      if (!Member || isKept(*Member))
        return Member;
      if (Member->isArrow())
        return nullptr;
      E = Member->getBase();
    }
  }
  llvm::DenseMap<const FieldDecl *, llvm::SmallVector<const FieldDecl *, 2>>
      HandsOn;
};
} // namespace

bool keepsToLook(const CXXConstructExpr &Construct, unsigned Arg) {
  const FieldDecl *Field = memberThatKeeps(*Construct.getConstructor(), Arg);
  if (!Field)
    return false;
  const ASTContext &Ctx = Field->getASTContext();
  auto &All = perAst<KeptReferences>(Ctx);
  if (!All.IsRead) {
    All.IsRead = true;
    All.TraverseDecl(Ctx.getTranslationUnitDecl());
    All.spread();
  }
  return !All.Changed.count(Field);
}

/// The way from \p E to the variable it is a part of leads through a union with
/// pointers or an explicit cast; or it is not known.
static bool isOtherBytes(const Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    if (isa<DeclRefExpr, CXXThisExpr, CallExpr, CXXDependentScopeMemberExpr>(E))
      return false;
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
      // What a pointer points to was lent where it got the address.
      if (Cast->getCastKind() == CK_LValueToRValue)
        return false;
      E = Cast->getSubExpr();
    } else if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      const RecordDecl *Class = Field ? Field->getParent() : nullptr;
      if (Class && Class->isUnion() &&
          llvm::any_of(Class->fields(), [](const FieldDecl *Other) {
            return holdsPointers(Other->getType());
          }))
        return true;
      E = Member->getBase();
    } else if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
      E = subscriptBase(*Sub);
    } else if (const auto *Op = dyn_cast<UnaryOperator>(E);
               Op && Op->getOpcode() == UO_Deref) {
      return !Op->getSubExpr()->IgnoreParens()->isPRValue();
    } else {
      return true;
    }
  }
}

bool isPlainData(const Expr *E) {
  return !E->isTypeDependent() && !holdsPointers(E->getType()) &&
         !isOtherBytes(E);
}

/// An assignment to \p E gives a variable, or an object in one, a pointer that
/// is noted as one of its values.
static bool isNoted(const Expr *E) {
  const Expr *Base = E->IgnoreParenImpCasts();
  if (isa<DeclRefExpr>(Base))
    return true;
  while (const auto *Member = dyn_cast<MemberExpr>(Base))
    Base = Member->getBase()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Base);
  return E->getType()->isPointerType() && Ref &&
         Ref->getType()->isRecordType() && !isa<ParmVarDecl>(Ref->getDecl());
}

/// What the operator \p E changes, and names.
static const Expr *changedBy(const Stmt *E) {
  const auto *Assign = dyn_cast<BinaryOperator>(E);
  if (Assign && Assign->isAssignmentOp())
    return Assign->getLHS();
  const auto *Step = dyn_cast<UnaryOperator>(E);
  return Step && Step->isIncrementDecrementOp() ? Step->getSubExpr() : nullptr;
}

/// \p E is an operand, of which the value counts.
void LentPointers::visitOperand(const Expr *E) {
  bool IsValue = E && E->isGLValue() && !E->getType()->isArrayType();
  if (IsValue || (E && E->isTypeDependent()))
    visitRead(E);
  else
    visit(E);
}

void LentPointers::visitRead(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (!E)
    return visit(S);
  E = E->IgnoreParens();
  if (isa<DeclRefExpr>(E))
    return;
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->isArrow() ? visitOperand(Member->getBase())
                             : visitRead(Member->getBase());
  if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(E))
    return Member->isImplicitAccess() ? void() : visitRead(Member->getBase());
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return visitRead(Cast->getSubExpr());
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    visitOperand(Choice->getCond());
    visitRead(Choice->getTrueExpr());
    return visitRead(Choice->getFalseExpr());
  }
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (Op && Op->getOpcode() == BO_Comma) {
    visitStatement(Op->getLHS());
    return visitRead(Op->getRHS());
  }
  if (changedBy(E) && visitOperator(E))
    return;
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
    visitRead(Sub->getLHS());
    return visitRead(Sub->getRHS());
  }
  if (const auto *Deref = dyn_cast<UnaryOperator>(E);
      Deref && Deref->getOpcode() == UO_Deref)
    return visitRead(Deref->getSubExpr());
  visit(E);
}

/// Operators that read, or change what they name in a way that is known.
bool LentPointers::visitOperator(const Stmt *S) {
  if (const auto *Op = dyn_cast<BinaryOperator>(S)) {
    // (a, b) = c, and b.*member = c.
    if (Op->isPtrMemOp() || Op->getOpcode() == BO_Comma)
      return false;
    if (!Op->isAssignmentOp()) {
      visitOperand(Op->getLHS());
      visitOperand(Op->getRHS());
      return true;
    }
    const Expr *To = Op->getLHS();
    if (isPlainData(To) || isNoted(To) ||
        (Op->isCompoundAssignmentOp() && To->getType()->isPointerType()))
      visitRead(To);
    else
      visit(To);
    visitOperand(Op->getRHS());
    return true;
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(S)) {
    const Expr *Of = Op->getSubExpr();
    bool Reads = Op->isArithmeticOp() || Op->getOpcode() == UO_Deref;
    if (!Reads && !Op->isIncrementDecrementOp())
      return false;
    if (Op->isIncrementDecrementOp() &&
        !(isPlainData(Of) || Of->getType()->isPointerType() ||
          Of->isTypeDependent()))
      return false;
    if (Op->isIncrementDecrementOp())
      visitRead(Of);
    else
      visitOperand(Of);
    return true;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(S)) {
    CastKind Kind = Cast->getCastKind();
    if (Kind != CK_LValueToRValue && Kind != CK_ToVoid &&
        (Kind != CK_Dependent || Cast->isGLValue()))
      return false;
    visitRead(Cast->getSubExpr());
    return true;
  }
  return false;
}

/// What \p M returns may be another name of its object.
static bool mayReturnItself(const CXXMethodDecl &M) {
  const CXXRecordDecl *Class =
      M.getReturnType()->isReferenceType()
          ? M.getReturnType()->getPointeeType()->getAsCXXRecordDecl()
          : nullptr;
  return Class && (declaresSameEntity(Class, M.getParent()) ||
                   M.getParent()->isDerivedFrom(Class));
}

/// \p Object is that of a call of \p M.
void LentPointers::visitObject(const Expr *Object, const CXXMethodDecl *M,
                               bool IsDiscarded) {
  const bool IsKept = M && !IsDiscarded && mayReturnItself(*M);
  if (M && !IsKept && !mayRedirectPointers(*M))
    visitRead(Object);
  else
    visit(Object);
}

void LentPointers::visitArgument(const Expr *Arg, const ParmVarDecl *Param) {
  QualType Type = Param ? Param->getType() : QualType();
  // Nobody assigns through a reference to const.
  bool IsConst =
      !Type.isNull() && Type->isReferenceType() &&
      Type->getPointeeType().isConstQualified() &&
      Type->getPointeeType()->isRecordType() &&
      !holdsMutablePointers(Type->getPointeeType()->getAsCXXRecordDecl());
  bool ByValue = !Type.isNull() && !Type->isReferenceType();
  if (IsConst)
    visitRead(Arg);
  else if (ByValue)
    visitOperand(Arg);
  else
    visit(Arg);
}

const VarDecl *copiedObject(const Stmt *S) {
  const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(S);
  const auto *Method =
      Call ? dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee()) : nullptr;
  const auto *Ref = Method && copiesBytes(*Method) &&
                            (Method->isCopyAssignmentOperator() ||
                             Method->isMoveAssignmentOperator())
                        ? dyn_cast<DeclRefExpr>(Call->getArg(0)->IgnoreParens())
                        : nullptr;
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && !Var->getType()->isReferenceType() ? Var : nullptr;
}

bool LentPointers::visitCall(const Stmt *S) {
  auto VisitArguments = [this](auto Args, const FunctionDecl *Callee) {
    for (auto [I, Arg] : llvm::enumerate(Args))
      visitArgument(Arg, Callee && I < Callee->getNumParams()
                             ? Callee->getParamDecl(I)
                             : nullptr);
  };
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
    const CXXConstructorDecl *Constructor = Construct->getConstructor();
    if (Constructor->isCopyOrMoveConstructor() && copiesBytes(*Constructor) &&
        Construct->getNumArgs() == 1)
      visitRead(Construct->getArg(0));
    else
      for (auto [I, Arg] : llvm::enumerate(Construct->arguments()))
        if (Arg->isGLValue() && keepsToLook(*Construct, I))
          visitRead(Arg);
        else
          visitArgument(Arg, I < Constructor->getNumParams()
                                 ? Constructor->getParamDecl(I)
                                 : nullptr);
    return true;
  }
  const auto *Call = dyn_cast<CallExpr>(S);
  if (!Call)
    return false;
  if (Call == Discarded && copiedObject(Call)) {
    visitRead(Call->getArg(1));
    return true;
  }
  const FunctionDecl *Callee = knownCallee(*Call);
  if (!Callee)
    Callee = calledFunction(*Call);
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  llvm::ArrayRef<const Expr *> Args(Call->getArgs(), Call->getNumArgs());
  if (isa<CXXOperatorCallExpr>(Call) && Method && !Method->isStatic() &&
      !Args.empty()) {
    visitObject(Args.front(), Method, Call == Discarded);
    Args = Args.drop_front();
  } else if (const auto *Member = dyn_cast<MemberExpr>(
                 Call->getCallee()->IgnoreParenImpCasts())) {
    if (Member->isArrow())
      visitOperand(Member->getBase());
    else
      visitObject(Member->getBase(), Method, Call == Discarded);
  } else if (!Callee) {
    visit(Call->getCallee());
  }
  VisitArguments(Args, Callee);
  return true;
}

void LentPointers::visitInit(const VarDecl &Var) {
  const Expr *Init = Var.getInit();
  if (!Init || Var.getType()->isReferenceType())
    return visit(Init);
  const auto *List = dyn_cast<ParenListExpr>(Init);
  if (!List)
    return visitOperand(Init);
  for (unsigned I = 0; I < List->getNumExprs(); ++I)
    visitOperand(List->getExpr(I));
}

void LentPointers::visitDeclarations(const DeclStmt &Decls) {
  for (const Decl *D : Decls.decls())
    if (const auto *Var = dyn_cast<VarDecl>(D))
      visitInit(*Var);
}

/// The body names the variables themselves.
void LentPointers::visitLambda(const LambdaExpr &Lambda) {
  for (const LambdaCapture &Capture : Lambda.captures())
    if (Lambda.isInitCapture(&Capture))
      visitInit(*cast<VarDecl>(Capture.getCapturedVar()));
  visit(Lambda.getBody());
}

/// \p S is a statement, or stands in one.
void LentPointers::visitStatement(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (!E)
    return visit(S);
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return visitStatement(Full->getSubExpr());
  if (const auto *Op = dyn_cast<BinaryOperator>(E);
      Op && Op->getOpcode() == BO_Comma) {
    visitStatement(Op->getLHS());
    return visitStatement(Op->getRHS());
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    visitOperand(Choice->getCond());
    visitStatement(Choice->getTrueExpr());
    return visitStatement(Choice->getFalseExpr());
  }
  if (!changedBy(E) || !visitOperator(E))
    visit(E);
}

/// \p S is a statement of a block, or a step of a loop: nobody gets its value.
void LentPointers::visitDiscarded(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  E = E ? E->IgnoreImplicit()->IgnoreParens() : nullptr;
  const auto *Op = dyn_cast_or_null<BinaryOperator>(E);
  if (Op && Op->getOpcode() == BO_Comma) {
    visitDiscarded(Op->getLHS());
    return visitDiscarded(Op->getRHS());
  }
  Discarded = dyn_cast_or_null<CallExpr>(E);
  visitStatement(S);
  Discarded = nullptr;
}

void LentPointers::visit(const Stmt *S) {
  // Only the type of an operand of sizeof counts.
  if (!S || isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr>(S))
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    // Nobody sets a constant.
    if (Var && !Var->getType()->isReferenceType() &&
        !(Var->getType().isConstQualified() && Var->getType()->isPointerType()))
      Lent.insert(Var);
    return;
  }
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    return visitDeclarations(*Decls);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    return visitLambda(*Lambda);
  // PointerFlow takes note of the numbers that it sets, and of the pointers
  // that it computes.
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S)) {
    for (unsigned I = 0; I < Asm->getNumInputs(); ++I)
      visit(Asm->getInputExpr(I));
    for (unsigned I = 0; I < Asm->getNumOutputs(); ++I) {
      const Expr *To = Asm->getOutputExpr(I)->IgnoreParens();
      const bool Computes =
          To->getType()->isPointerType() && !pointersComputedFrom(*Asm).empty();
      if (!isa<DeclRefExpr>(To) ||
          !(To->getType()->isIntegerType() || Computes))
        visit(To);
    }
    return;
  }
  if (visitCall(S))
    return;
  if (visitOperator(S)) {
    // (p = q) = r.
    const Expr *Named = cast<Expr>(S)->isGLValue() ? changedBy(S) : nullptr;
    return Named ? visit(Named) : void();
  }
  if (isa<ArraySubscriptExpr>(S) &&
      subscriptBase(*cast<ArraySubscriptExpr>(S))->isTypeDependent())
    return visitRead(S);
  if (const auto *E = dyn_cast<Expr>(S);
      isa<MemberExpr, ArraySubscriptExpr>(S) && isPlainData(E))
    return visitRead(S);
  const auto *For = dyn_cast<ForStmt>(S);
  const auto *If = dyn_cast<IfStmt>(S);
  for (const Stmt *Child : S->children())
    if (isa<CompoundStmt>(S) ||
        (Child &&
         ((For && (Child == For->getInc() || Child == For->getBody())) ||
          (If && (Child == If->getThen() || Child == If->getElse())))))
      visitDiscarded(Child);
    else
      isa<Expr>(S) ? visit(Child) : visitStatement(Child);
}

} // namespace cudapipe
