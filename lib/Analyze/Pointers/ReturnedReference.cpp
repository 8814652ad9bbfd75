//===- ReturnedReference.cpp - Stores to what a call returns --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReturnedReference.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {

const CallExpr *returnsWhatIsStored(const Stmt *S) {
  const CallExpr *Found = nullptr;
  holds(S, [&](const Stmt &At) {
    if (const auto *Op = dyn_cast<BinaryOperator>(&At);
        Op && Op->isAssignmentOp())
      Found = dyn_cast<CallExpr>(Op->getLHS()->IgnoreParens());
    return Found != nullptr;
  });
  return Found;
}

} // namespace cudapipe
