//===- FixedMembers.cpp - Members that only constructors set --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedMembers.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/MemberVariables.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Collects members that are named other than to read their value, and classes
/// of which an object may be set as a whole, or under another type.
class ChangeCollector : public DynamicRecursiveASTVisitor {
public:
  explicit ChangeCollector(llvm::DenseSet<const Decl *> &Changed)
      : Changed(Changed) {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitImplicitCode = true;
  }

  bool VisitCastExpr(CastExpr *Cast) override {
    // The cast is visited in front of what it reads: `a.b.c`.
    if (Cast->getCastKind() == CK_LValueToRValue)
      for (const auto *E =
               dyn_cast<MemberExpr>(Cast->getSubExpr()->IgnoreParens());
           E && Read.insert(E).second && !E->isArrow();)
        E = dyn_cast<MemberExpr>(E->getBase()->IgnoreParens());
    QualType From = Cast->getSubExpr()->getType();
    if (From->isPointerType())
      From = From->getPointeeType();
    const CXXRecordDecl *Class = From->getAsCXXRecordDecl();
    if (Class && (Cast->getCastKind() == CK_BitCast ||
                  Cast->getCastKind() == CK_LValueBitCast))
      Changed.insert(Class->getCanonicalDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
    if (Field && !Read.count(E))
      Changed.insert(Field->getCanonicalDecl());
    return true;
  }
  /// `&Loader::row`, by which any object may be changed.
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    if (const auto *Field = dyn_cast<FieldDecl>(Ref->getDecl()))
      Changed.insert(Field->getCanonicalDecl());
    return true;
  }
  /// `b = c;` sets all members of b.
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *Call) override {
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(knownCallee(*Call));
    if (Method && (Method->isCopyAssignmentOperator() ||
                   Method->isMoveAssignmentOperator()))
      Changed.insert(Method->getParent()->getCanonicalDecl());
    return true;
  }

private:
  llvm::DenseSet<const Decl *> &Changed;
  llvm::DenseSet<const Expr *> Read;
};

} // namespace

bool FixedMembers::isFixed(const FieldDecl &Field) {
  if (!Changed) {
    Changed.emplace();
    ChangeCollector(*Changed).TraverseDecl(
        Field.getASTContext().getTranslationUnitDecl());
  }
  return !Field.isMutable() && !Field.getParent()->isUnion() &&
         !Changed->count(Field.getCanonicalDecl()) &&
         !Changed->count(
             cast<CXXRecordDecl>(Field.getParent())->getCanonicalDecl());
}

bool FixedMembers::isSameAfter(const CXXConstructExpr &Construct,
                               const FieldDecl &Field, const Taint &Threads) {
  const CXXConstructorDecl *Constructor = Construct.getConstructor();
  const FunctionDecl *Definition = nullptr;
  if (!Constructor->isUserProvided() || !Constructor->hasBody(Definition))
    return false;
  VarSet PerThread;
  for (const ParmVarDecl *Param : Definition->parameters()) {
    unsigned I = Param->getFunctionScopeIndex();
    if (I >= Construct.getNumArgs() || Threads.reaches(Construct.getArg(I)))
      PerThread.insert(Param);
  }
  const PointerFlow Flow(*Definition);
  const Taint Inside(Definition->getBody(), Flow, Ctx, Taint::Seed::ThreadIndex,
                     PerThread);
  for (const CXXCtorInitializer *Init :
       cast<CXXConstructorDecl>(Definition)->inits())
    if (Init->isMemberInitializer() &&
        declaresSameEntity(Init->getMember(), &Field))
      return !holdsA<CXXThisExpr>(Init->getInit()) &&
             !Inside.reaches(Init->getInit());
  return false;
}

bool FixedMembers::isSame(const Expr &Object, const FieldDecl &Field,
                          const Taint &Threads) {
  const auto *Ref = dyn_cast<DeclRefExpr>(Object.IgnoreParenImpCasts());
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const Expr *Init =
      Var && !isa<ParmVarDecl>(Var) && !Var->getType()->isReferenceType()
          ? Var->getInit()
          : nullptr;
  const CXXRecordDecl *Class =
      Init ? Var->getType()->getAsCXXRecordDecl() : nullptr;
  if (!Class || !declaresSameEntity(Class, Field.getParent()) ||
      !isFixed(Field))
    return false;
  Init = Init->IgnoreImplicit();
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(Init))
    Init = Cast->getSubExpr()->IgnoreImplicit();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Init))
    return isSameAfter(*Construct, Field, Threads);
  const auto *List = dyn_cast<InitListExpr>(Init);
  const Expr *Value = List ? initialOf(*List, Field) : nullptr;
  return Value && !Threads.reaches(Value);
}

} // namespace cudapipe
