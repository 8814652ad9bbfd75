//===- MemberVariables.cpp - Members as variables -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/MemberVariables.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudapipe {

MemberVariables::MemberVariables(const CXXMethodDecl &Method) {
  add(*Method.getParent(), Method);
}

void MemberVariables::add(const CXXRecordDecl &Class,
                          const CXXMethodDecl &Method) {
  for (const CXXBaseSpecifier &Base : Class.bases())
    if (const CXXRecordDecl *Record = Base.getType()->getAsCXXRecordDecl();
        Record && Record->hasDefinition())
      add(*Record->getDefinition(), Method);
  ASTContext &Ctx = Method.getASTContext();
  for (const FieldDecl *Field : Class.fields()) {
    QualType Type = Field->getType();
    if (Method.isConst() && !Field->isMutable() && !Type->isReferenceType())
      Type = Type.withConst();
    // Of the function, as its parameters are; behind all of them.
    auto *Var = ParmVarDecl::Create(
        Ctx, const_cast<CXXMethodDecl *>(&Method), Field->getBeginLoc(),
        Field->getLocation(), Field->getIdentifier(), Type,
        Field->getTypeSourceInfo(), SC_None, /*DefArg=*/nullptr);
    Var->setScopeInfo(0, Method.getNumParams() + Variables.size());
    Variables[Field] = Var;
  }
}

const ParmVarDecl *MemberVariables::of(const FieldDecl *Field) const {
  auto It = Variables.find(Field);
  return It == Variables.end() ? nullptr : It->second;
}

bool MemberVariables::isOne(const VarDecl *Var) const {
  return llvm::any_of(Variables,
                      [&](const auto &Entry) { return Entry.second == Var; });
}

const FieldDecl *fieldOfThis(const Expr *E) {
  const auto *Member = dyn_cast<MemberExpr>(E->IgnoreParens());
  return Member && isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts())
             ? dyn_cast<FieldDecl>(Member->getMemberDecl())
             : nullptr;
}

const Expr *objectOfCall(const CallExpr &Call) {
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    return Member->getImplicitObjectArgument();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(knownCallee(Call));
  return isa<CXXOperatorCallExpr>(Call) && Method && !Method->isStatic()
             ? Call.getArg(0)
             : nullptr;
}

} // namespace cudapipe
