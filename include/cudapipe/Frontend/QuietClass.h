//===- QuietClass.h - Objects that nobody notices ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   struct Point { double x; __device__ Point() : x(0) {} };      // quiet
//   struct Count { __device__ Count() { atomicAdd(&made, 1); } };  // not
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_QUIETCLASS_H
#define CUDAPIPE_FRONTEND_QUIETCLASS_H

#include "clang/AST/Expr.h"

namespace cudapipe {

/// `Type x;` fills x, or not even that, and nothing happens when x goes. What
/// only an instantiation knows is taken for quiet.
bool isQuiet(clang::QualType Type, const clang::ASTContext &Ctx);

/// Evaluating \p Init does no more than fill the object that it initializes.
bool onlyFills(const clang::Expr &Init, const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_QUIETCLASS_H
