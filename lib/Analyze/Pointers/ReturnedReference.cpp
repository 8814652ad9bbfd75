//===- ReturnedReference.cpp - Stores to what a call returns --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReturnedReference.h"

using namespace clang;

namespace cudapipe {

const CallExpr *returnsWhatIsStored(const Stmt *S) {
  if (!S)
    return nullptr;
  if (const auto *Op = dyn_cast<BinaryOperator>(S); Op && Op->isAssignmentOp())
    if (const auto *Call = dyn_cast<CallExpr>(Op->getLHS()->IgnoreParens()))
      return Call;
  for (const Stmt *Child : S->children())
    if (const CallExpr *Call = returnsWhatIsStored(Child))
      return Call;
  return nullptr;
}

} // namespace cudapipe
