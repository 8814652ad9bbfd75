//===- SizeVariables.cpp - Variables that hold a launch's size ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchFinder.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace cudapipe {

/// `if (smem > limit)`: what is compared may follow the size.
static bool isComparedInIf(const Use &U) {
  bool Compared = false;
  const Stmt *Inner = U.Name;
  for (const DynTypedNode &Node : llvm::reverse(U.Around)) {
    const auto *S = Node.get<Stmt>();
    if (!S)
      return false;
    if (const auto *If = dyn_cast<IfStmt>(S))
      return Compared && If->getCond() == Inner && !If->isConstexpr();
    if (const auto *Op = dyn_cast<BinaryOperator>(S)) {
      if (!Op->isRelationalOp() && !Op->isLogicalOp())
        return false;
      Compared |= Op->isRelationalOp();
    } else if (!isa<ParenExpr, ImplicitCastExpr>(S)) {
      return false;
    }
    Inner = S;
  }
  return false;
}

void LaunchFinder::findSizeVariables() {
  llvm::SmallPtrSet<const Expr *, 8> Sizes;
  llvm::SetVector<const VarDecl *> Candidates;
  for (const LaunchSite &Site : Out.Sites)
    for (const Expr *Size : Site.Sizes) {
      const VarDecl *Var = namedVariable(Size);
      if (!Var)
        continue;
      Sizes.insert(Size->IgnoreParenImpCasts());
      // A narrow one need not hold twice the size.
      if (Var->isLocalVarDecl() && Var->getInit() &&
          !Var->getType()->isReferenceType() &&
          (Var->getType()->isDependentType() ||
           Ctx.getTypeSize(Var->getType()) >= 32))
        Candidates.insert(Var);
    }
  for (const VarDecl *Var : Candidates)
    if (llvm::all_of(findUses(*Var, Ctx), [&](const Use &U) {
          return Sizes.count(U.Name) || isComparedInIf(U) ||
                 (!U.Around.empty() && U.Around.back().get<LambdaExpr>());
        }))
      Out.SizeVariables.push_back(Var);
}

} // namespace cudapipe
