//===- PlainAccess.h - Functions that load or store one object --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   float4 ld_vec(const float *p) { return *(const float4 *)p; }
//   void st_vec(float *p, float4 v) { *(float4 *)p = v; }
//
//   st_vec(&As[i], ld_vec(A + j));    as good as  *(float4 *)&As[i] = ...
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_PLAINACCESS_H
#define CUDAPIPE_LIB_ANALYZE_PLAINACCESS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <optional>

namespace cudapipe {

struct PlainAccess {
  /// The argument that is the address, in the type of its parameter.
  const clang::Expr *Address;
  /// The argument that is stored; null for a load.
  const clang::Expr *Value;
  /// What the address must be aligned to, bytes.
  uint64_t Alignment;
};

/// \p Call stores one of its arguments, as it is, to another, and does nothing
/// else.
std::optional<PlainAccess> plainStore(const clang::CallExpr &Call,
                                      const clang::ASTContext &Ctx);

/// \p Call returns what its argument points to, and does nothing else.
std::optional<PlainAccess> plainLoad(const clang::CallExpr &Call,
                                     const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_PLAINACCESS_H
