//===- QuietClass.cpp - Objects that nobody notices -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/QuietClass.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Looks at what constructors and destructors do, a few calls deep.
class QuietLook {
public:
  explicit QuietLook(const ASTContext &Ctx) : Ctx(Ctx) {}

  bool isFilledBy(const Expr *E, unsigned Depth = 0) const {
    E = E->IgnoreImplicit();
    auto IsFilled = [&](const Expr *Part) { return isFilledBy(Part, Depth); };
    if (const auto *Arg = dyn_cast<CXXDefaultArgExpr>(E))
      return IsFilled(Arg->getExpr());
    if (const auto *Init = dyn_cast<CXXDefaultInitExpr>(E))
      return IsFilled(Init->getExpr());
    if (const auto *List = dyn_cast<InitListExpr>(E))
      return llvm::all_of(List->inits(), IsFilled);
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
      return isFiller(*Construct->getConstructor(), Depth + 1) &&
             llvm::all_of(Construct->arguments(), IsFilled);
    return !E->HasSideEffects(Ctx);
  }

  bool isQuiet(QualType Type, unsigned Depth = 0) const {
    const auto *Class = Ctx.getBaseElementType(Type)->getAsCXXRecordDecl();
    if (!Class || Class->isDependentContext())
      return true;
    Class = Class->getDefinition();
    return Class && goesQuietly(*Class, Depth) &&
           (Class->hasTrivialDefaultConstructor() ||
            isFilledByDefault(*Class, Depth));
  }

private:
  static constexpr unsigned MaxDepth = 8;

  bool isFilledByDefault(const CXXRecordDecl &Class, unsigned Depth) const {
    if (Class.needsImplicitDefaultConstructor())
      return arePartsQuiet(Class, Depth);
    for (const CXXConstructorDecl *Constructor : Class.ctors())
      if (Constructor->isDefaultConstructor() && !Constructor->isDeleted())
        return isFiller(*Constructor, Depth + 1) &&
               llvm::all_of(Constructor->parameters(),
                            [&](const ParmVarDecl *Param) {
                              return isFilledBy(*Param, Depth);
                            });
    return false;
  }

  /// The value that \p Param has by default.
  bool isFilledBy(const ParmVarDecl &Param, unsigned Depth) const {
    if (!Param.hasUninstantiatedDefaultArg())
      return Param.hasDefaultArg() && isFilledBy(Param.getDefaultArg(), Depth);
    const Expr *Value = Param.getUninstantiatedDefaultArg();
    const auto *Empty = dyn_cast<CXXUnresolvedConstructExpr>(Value);
    return Param.getType().getNonReferenceType()->isScalarType() &&
           ((Empty && Empty->getNumArgs() == 0) || isFilledBy(Value, Depth));
  }

  bool isFiller(const CXXConstructorDecl &Constructor, unsigned Depth) const {
    if (Constructor.isTrivial())
      return true;
    const FunctionDecl *Body = nullptr;
    if (Depth > MaxDepth)
      return false;
    const auto &Class = *Constructor.getParent();
    // Of a template, which nobody has called yet.
    if (!Constructor.hasBody(Body) && Class.getNumBases() == 0 &&
        llvm::all_of(Class.fields(), [](const FieldDecl *Field) {
          return Field->getType()->isScalarType();
        }))
      if (const FunctionDecl *Pattern =
              Constructor.getTemplateInstantiationPattern())
        Pattern->hasBody(Body);
    if (!Body)
      return Constructor.isDefaultConstructor() && Constructor.isDefaulted() &&
             !Constructor.isDeleted() && arePartsQuiet(Class, Depth);
    const auto *Statements = dyn_cast<CompoundStmt>(Body->getBody());
    return Statements &&
           llvm::all_of(cast<CXXConstructorDecl>(Body)->inits(),
                        [&](const CXXCtorInitializer *Init) {
                          return isFilledBy(Init->getInit(), Depth);
                        }) &&
           llvm::all_of(Statements->body(),
                        [&](const Stmt *S) { return setsMember(*S, Depth); });
  }

  /// What a constructor that nobody wrote does.
  bool arePartsQuiet(const CXXRecordDecl &Class, unsigned Depth) const {
    return Depth <= MaxDepth && Class.getNumVBases() == 0 &&
           llvm::all_of(Class.bases(),
                        [&](const CXXBaseSpecifier &Base) {
                          return isQuiet(Base.getType(), Depth + 1);
                        }) &&
           llvm::all_of(Class.fields(), [&](const FieldDecl *Field) {
             const Expr *Init = Field->getInClassInitializer();
             return Field->hasInClassInitializer()
                        ? Init && isFilledBy(Init, Depth)
                        : isQuiet(Field->getType(), Depth + 1);
           });
  }

  bool goesQuietly(const CXXRecordDecl &Class, unsigned Depth) const {
    if (Class.hasTrivialDestructor())
      return true;
    const CXXDestructorDecl *Destructor = Class.getDestructor();
    const FunctionDecl *Body = nullptr;
    if (Depth > MaxDepth || !Destructor || Destructor->isVirtual())
      return false;
    if (Destructor->hasBody(Body) ? !Body->hasTrivialBody()
                                  : !Destructor->isDefaulted())
      return false;
    auto Goes = [&](QualType Type) {
      const auto *Part = Ctx.getBaseElementType(Type)->getAsCXXRecordDecl();
      return !Part || (Part->getDefinition() &&
                       goesQuietly(*Part->getDefinition(), Depth + 1));
    };
    return llvm::all_of(Class.bases(),
                        [&](const CXXBaseSpecifier &Base) {
                          return Goes(Base.getType());
                        }) &&
           llvm::all_of(Class.fields(), [&](const FieldDecl *Field) {
             return Goes(Field->getType());
           });
  }

  /// `x = e;` or `this->x.y = e;`
  bool setsMember(const Stmt &S, unsigned Depth) const {
    const auto *Set = dyn_cast<BinaryOperator>(&S);
    if (!Set || Set->getOpcode() != BO_Assign)
      return false;
    const Expr *To = Set->getLHS()->IgnoreParens();
    while (const auto *Member = dyn_cast<MemberExpr>(To)) {
      const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      if (!Field || Field->getType()->isReferenceType() ||
          Member->getType().isVolatileQualified())
        return false;
      To = Member->getBase()->IgnoreParenImpCasts();
      if (isa<CXXThisExpr>(To))
        return isFilledBy(Set->getRHS(), Depth);
      if (Member->isArrow())
        return false;
    }
    return false;
  }

  const ASTContext &Ctx;
};

} // namespace

bool isQuiet(QualType Type, const ASTContext &Ctx) {
  return QuietLook(Ctx).isQuiet(Type);
}

bool onlyFills(const Expr &Init, const ASTContext &Ctx) {
  return QuietLook(Ctx).isFilledBy(&Init);
}

} // namespace cudapipe
