//===- VisibleNames.cpp - What a name means at a place --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VisibleNames.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace cudapipe {

VisibleNames::VisibleNames(const FunctionDecl &Function,
                           const SourceManager &SM)
    : SM(SM) {
  const Stmt *Body = Function.getBody();
  for (const ParmVarDecl *Param : Function.parameters())
    if (Body)
      Locals[Param->getName()].push_back({Param, Body->getEndLoc()});
  visit(Body, SourceLocation());
}

/// Statements that are a scope.
static bool isScope(const Stmt *S) {
  return isa<CompoundStmt, ForStmt, IfStmt, WhileStmt, SwitchStmt,
             CXXForRangeStmt, CXXCatchStmt>(S);
}

void VisibleNames::visit(const Stmt *S, SourceLocation End) {
  if (!S)
    return;
  if (isScope(S))
    End = S->getEndLoc();
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D); Var && Var->getIdentifier())
        Locals[Var->getName()].push_back({Var, End});
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    for (const ParmVarDecl *Param : Lambda->getCallOperator()->parameters())
      if (Param->getIdentifier())
        Locals[Param->getName()].push_back(
            {Param, Lambda->getBody()->getEndLoc()});
  for (const Stmt *Child : S->children())
    visit(Child, End);
}

bool VisibleNames::means(const NamedDecl &D, SourceLocation Place) const {
  if (!D.getIdentifier())
    return true;
  const VarDecl *Found = nullptr;
  Place = SM.getExpansionLoc(Place);
  auto It = Locals.find(D.getName());
  if (It != Locals.end())
    for (const Local &L : It->second)
      if (SM.isBeforeInTranslationUnit(SM.getExpansionLoc(L.Var->getLocation()),
                                       Place) &&
          SM.isBeforeInTranslationUnit(Place, SM.getExpansionLoc(L.End)))
        Found = L.Var; // the innermost comes last
  const auto *Var = dyn_cast<VarDecl>(&D);
  return Var && Var->isLocalVarDeclOrParm() ? Found == Var : !Found;
}

bool VisibleNames::meanTheSame(const Stmt *S, SourceLocation Place) const {
  if (!S)
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S);
      Ref && !means(*Ref->getDecl(), Place))
    return false;
  if (const auto *Constant = dyn_cast<SubstNonTypeTemplateParmExpr>(S))
    return means(*Constant->getParameter(), Place);
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return meanTheSame(Child, Place);
  });
}

} // namespace cudapipe
