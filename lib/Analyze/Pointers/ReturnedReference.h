//===- ReturnedReference.h - Stores to what a call returns ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   tile(i, j) = A[k];      which element does operator() return?
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_RETURNEDREFERENCE_H
#define CUDAPIPE_LIB_ANALYZE_RETURNEDREFERENCE_H

#include "clang/AST/ExprCXX.h"

namespace cudapipe {

/// The call that returns the reference to which \p S assigns, or null.
const clang::CallExpr *returnsWhatIsStored(const clang::Stmt *S);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_RETURNEDREFERENCE_H
