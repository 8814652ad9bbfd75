//===- ConstantTable.h - Arrays of known numbers ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   int stride[4] = {0, 128, 256, 384};    stride[j] is from 0 to 384
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_CONSTANTTABLE_H
#define CUDAPIPE_LIB_ANALYZE_CONSTANTTABLE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <optional>
#include <utility>

namespace cudapipe {

/// The least and the greatest number in the array that \p Element is of, if it
/// is a local one that keeps what it starts with.
std::optional<std::pair<int64_t, int64_t>>
rangeOfTable(const clang::ArraySubscriptExpr &Element,
             const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_CONSTANTTABLE_H
