//===- BlockVote.cpp - What a block decides together ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/BlockVote.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/LoopParts.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {

bool isBlockVote(const CallExpr &Call, const ASTContext &Ctx) {
  const FunctionDecl *Callee = knownCallee(Call);
  if (!Callee || !Callee->getIdentifier() || isa<CXXMethodDecl>(Callee) ||
      !isLibraryFunction(*Callee, Ctx))
    return false;
  llvm::StringRef Name = Callee->getName();
  return Name == "__syncthreads_count" || Name == "__syncthreads_and" ||
         Name == "__syncthreads_or";
}

/// The vote that \p E makes whenever it is evaluated: not one behind `&&`.
static const CallExpr *voteIn(const Expr *E, const ASTContext &Ctx) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return isBlockVote(*Call, Ctx) ? Call : nullptr;
  if (const auto *Op = dyn_cast<UnaryOperator>(E))
    return voteIn(Op->getSubExpr(), Ctx);
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op)
    return nullptr;
  const CallExpr *Left = voteIn(Op->getLHS(), Ctx);
  return Left || Op->isLogicalOp() ? Left : voteIn(Op->getRHS(), Ctx);
}

const IfStmt *leavesByVote(const Stmt *S, const ASTContext &Ctx) {
  const IfStmt *Leave = leavesIf(S);
  if (!Leave || !voteIn(Leave->getCond(), Ctx))
    return nullptr;
  unsigned Votes = 0;
  forEach<CallExpr>(Leave->getCond(), [&](const CallExpr &Call) {
    Votes += isBlockVote(Call, Ctx);
  });
  return Votes == 1 ? Leave : nullptr;
}

} // namespace cudapipe
