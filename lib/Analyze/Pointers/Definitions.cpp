//===- Definitions.cpp - Variables that stand for their initializers ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyze/Tiles/CopyReader.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

void collectDefinitions(const Stmt *S, Definitions &Out) {
  forEach<DeclStmt>(S, [&](const DeclStmt &Decls) {
    for (const Decl *D : Decls.decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        if (Var->getInit() && !Var->getType()->isReferenceType() &&
            isNeverChanged(*Var))
          Out[Var] = Var->getInit();
  });
}

/// \p S has the same value wherever it is evaluated in its function.
static bool isSettled(const Stmt *S) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return true;
  if (isa<CallExpr, LambdaExpr, AsmStmt>(S))
    return false;
  if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(S))
    return isSettled(Pseudo->getSyntacticForm());
  // The address of an element stays; what is read from memory need not.
  if (const auto *Cast = dyn_cast<CastExpr>(S);
      Cast && Cast->getCastKind() == CK_LValueToRValue &&
      isa<ArraySubscriptExpr, UnaryOperator>(
          Cast->getSubExpr()->IgnoreParens()))
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      return !Var->getType()->isReferenceType() &&
             (isNeverChanged(*Var) || Var->getType()->isArrayType());
  return llvm::all_of(S->children(), isSettled);
}

Definitions definitionsAt(const LoopAnalysis &A) {
  Definitions Out;
  collectDefinitions(A.M.Kernel->getBody(), Out);
  std::erase_if(Out, [&](const auto &Definition) {
    return !A.declaredInBody(Definition.first) && !isSettled(Definition.second);
  });
  return Out;
}

} // namespace cudapipe
