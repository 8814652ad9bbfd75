//===- MatrixFragment.h - What wmma reads of a tile -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_MATRIXFRAGMENT_H
#define CUDAPIPE_LIB_ANALYZE_MATRIXFRAGMENT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <optional>

namespace cudapipe {

/// A matrix in memory, as it lies there.
struct MatrixFragment {
  int64_t Rows, RowElements;
};

/// The pointer, the leading dimension and the fragment of load_matrix_sync()
/// and store_matrix_sync().
struct MatrixAccess {
  const clang::Expr *Pointer, *LeadingDimension;
  MatrixFragment Matrix;
};

/// Reads \p Call; nothing if it is neither, or its fragment is not known.
std::optional<MatrixAccess> matrixAccess(const clang::CallExpr &Call,
                                         const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_MATRIXFRAGMENT_H
