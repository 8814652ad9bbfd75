//===- SameCallee.cpp - Whether all instantiations call it ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The call as the template has it says what it names. What the types of another
// instantiation alone bring, by lookup in their own namespaces, is taken to do
// the same, as operators are.
//
//===----------------------------------------------------------------------===//

#include "SameCallee.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

bool hasOtherDefinitions(const ClassTemplateDecl &Template) {
  auto &All = const_cast<ClassTemplateDecl &>(Template);
  llvm::SmallVector<ClassTemplatePartialSpecializationDecl *> Partial;
  All.getPartialSpecializations(Partial);
  return !Partial.empty() ||
         llvm::any_of(All.specializations(),
                      [](const ClassTemplateSpecializationDecl *Special) {
                        return Special->isExplicitSpecialization();
                      });
}

bool mayLackBranches(const Stmt *Body) {
  return holds(Body, [](const Stmt &S) {
    const auto *If = dyn_cast<IfStmt>(&S);
    return If && If->isConstexpr();
  });
}

/// The arguments of a template choose no more than what \p Type, or what it
/// points to, is made of: one template without other definitions, over such.
static bool isOneClass(QualType Type) {
  Type = Type.getNonReferenceType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  if (!Type->isDependentType())
    return true;
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (const auto *Special = Type->getAs<TemplateSpecializationType>();
      Special && !Record) {
    if (Special->isTypeAlias())
      return isOneClass(Special->getAliasedType());
    const auto *Template = dyn_cast_or_null<ClassTemplateDecl>(
        Special->getTemplateName().getAsTemplateDecl());
    Record = Template ? Template->getTemplatedDecl() : nullptr;
  }
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record)
    return false;
  const ClassTemplateDecl *Template = Record->getDescribedClassTemplate();
  return !(Template && hasOtherDefinitions(*Template)) &&
         llvm::all_of(Record->bases(), [](const CXXBaseSpecifier &Base) {
           return isOneClass(Base.getType());
         });
}

/// The class of \p E, in a template, is such a one.
static bool isOneObject(const Expr &Object) {
  const Expr *E = Object.IgnoreParenImpCasts();
  if (isa<LambdaExpr>(E))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var)
      return false;
    if (Var->getType()->getContainedAutoType())
      return Var->getInit() && isOneObject(*Var->getInit());
  }
  return isOneClass(E->getType());
}

/// Neither overloads nor specializations that another instantiation of the
/// caller could mean are in sight of \p Pattern.
static bool isTheOnlyOne(const FunctionDecl &Pattern) {
  const FunctionTemplateDecl *Template = Pattern.getDescribedFunctionTemplate();
  if (!explicitSpecializations(Pattern).empty())
    return false;
  const auto *Self =
      Template ? cast<NamedDecl>(Template) : cast<NamedDecl>(&Pattern);
  return llvm::all_of(
      Pattern.getDeclContext()->getRedeclContext()->lookup(
          Pattern.getDeclName()),
      [&](const NamedDecl *Other) {
        if (Other->getCanonicalDecl() == Self->getCanonicalDecl())
          return true;
        // A const object chooses between these, wherever it is.
        const auto *Method = dyn_cast<CXXMethodDecl>(Other);
        return Method && !Template &&
               llvm::equal(Method->parameters(), Pattern.parameters(),
                           [](const ParmVarDecl *A, const ParmVarDecl *B) {
                             return A->getType().getCanonicalType() ==
                                    B->getType().getCanonicalType();
                           });
      });
}

/// \p E, a call or an operator as the template has it, runs one function.
static bool runsOne(const Expr &E) {
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(&E))
    return isOneObject(*Element->getLHS()) && isOneObject(*Element->getRHS());
  if (const auto *Op = dyn_cast<UnaryOperator>(&E))
    return isOneObject(*Op->getSubExpr());
  if (const auto *Op = dyn_cast<BinaryOperator>(&E))
    return isOneObject(*Op->getLHS()) && isOneObject(*Op->getRHS());
  const auto *Call = dyn_cast<CallExpr>(&E);
  if (!Call)
    return false;
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  if (isa<CXXOperatorCallExpr>(Call))
    return llvm::all_of(Call->arguments(),
                        [](const Expr *Arg) { return isOneObject(*Arg); });
  if (const auto *Found = dyn_cast<UnresolvedLookupExpr>(Callee))
    return Found->getNumDecls() == 1;
  if (const auto *Found = dyn_cast<UnresolvedMemberExpr>(Callee))
    return Found->getNumDecls() == 1 &&
           (Found->isImplicitAccess() || isOneObject(*Found->getBase()));
  if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(Callee))
    return Member->isImplicitAccess() ? isOneClass(Member->getBaseType())
                                      : isOneObject(*Member->getBase());
  if (const auto *Static = dyn_cast<DependentScopeDeclRefExpr>(Callee)) {
    const NestedNameSpecifier In = Static->getQualifier();
    return In.getKind() == NestedNameSpecifier::Kind::Type &&
           isOneClass(QualType(In.getAsType(), 0));
  }
  // Of a pointer to a function, the value counts.
  return Callee->getType()->isFunctionPointerType()
             ? !Callee->isValueDependent()
             : isOneObject(*Callee);
}

/// What \p Call, in the instantiation \p Kernel, is in the template.
static const Expr *inPattern(const CallExpr &Call, const FunctionDecl &Kernel) {
  const FunctionDecl *Pattern = Kernel.getTemplateInstantiationPattern();
  const FunctionDecl *Body = nullptr;
  if (!Pattern || !Pattern->hasBody(Body))
    return nullptr;
  return cast_or_null<Expr>(findStatement(Body->getBody(), [&](const Stmt &At) {
    return isa<CallExpr, ArraySubscriptExpr, UnaryOperator, BinaryOperator>(
               At) &&
           At.getBeginLoc() == Call.getBeginLoc() &&
           At.getEndLoc() == Call.getEndLoc();
  }));
}

bool isSameForAllInstances(const CallExpr &Call, const FunctionDecl &Function,
                           const FunctionDecl &Kernel, CalleeText Text) {
  const bool IsInstance = Kernel.isTemplateInstantiation();
  if (!IsInstance && !Kernel.isTemplated())
    return true;
  const Expr *There = IsInstance ? inPattern(Call, Kernel) : &Call;
  if (!There)
    return false;
  if (const auto *Whole = dyn_cast<CallExpr>(There);
      Whole && Whole->getDirectCallee())
    return true;
  const FunctionDecl *Pattern = Function.getTemplateInstantiationPattern();
  return runsOne(*There) && isTheOnlyOne(Pattern ? *Pattern : Function) &&
         (Text == CalleeText::Whole || !mayLackBranches(Function.getBody()));
}

} // namespace cudapipe
