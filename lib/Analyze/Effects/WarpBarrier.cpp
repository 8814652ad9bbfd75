//===- WarpBarrier.cpp - Waits for a part of the block --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpBarrier.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

bool waitsForWarp(const Stmt *S) {
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(S))
    S = Cleanups->getSubExpr();
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? knownCallee(*Call) : nullptr;
  if (!Callee || !Callee->getIdentifier())
    return false;
  if (Callee->getName() == "__syncwarp")
    return true;
  const CXXRecordDecl *Group = nullptr;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Callee))
    Group = Method->getParent();
  else if (Call->getNumArgs() == 1)
    Group = Call->getArg(0)
                ->IgnoreParenBaseCasts()
                ->getType()
                ->getAsCXXRecordDecl();
  return Callee->getName() == "sync" && Group && Group->getIdentifier() &&
         Group->getName() != "thread_block" &&
         Group->getQualifiedNameAsString().starts_with("cooperative_groups::");
}

} // namespace cudapipe
