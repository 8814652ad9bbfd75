//===- cudapipe/Analyze/ArraySlices.h - A slice a trip ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int i = 0; i < BM; i += STRIDE) {
//     int at = i / STRIDE * 4;
//     FLOAT4(buf[at]) = FLOAT4(A[...]);        trip n: buf[4n] to buf[4n + 3]
//     As[...] = buf[at];
//     As[...] = buf[at + 1];
//   }
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_ARRAYSLICES_H
#define CUDAPIPE_ANALYZE_ARRAYSLICES_H

#include "cudapipe/Analyze/PointerFlow.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

namespace cudapipe {

/// True if no element of \p Array that one trip of \p Loop touches is touched
/// by another. \p Statements are all in the loop that name the array; \p
/// Function holds the loop.
bool touchesOwnSlice(const clang::VarDecl &Array, const clang::ForStmt &Loop,
                     llvm::ArrayRef<const clang::Stmt *> Statements,
                     const clang::FunctionDecl &Function,
                     const clang::ASTContext &Ctx);

/// \p S sets all elements of \p Array, and reads none before. No pointer leads
/// into the array anywhere in \p Function.
bool setsWholeArray(const clang::VarDecl &Array, const clang::Stmt &S,
                    const clang::FunctionDecl &Function,
                    const PointerFlow &Flow, const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_ARRAYSLICES_H
