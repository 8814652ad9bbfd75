//===- SharedPlace.h - Where in shared memory -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two expressions name one barrier if they lie as far from the start of one
// variable: `&bars[1]`, `s.full`, `reinterpret_cast<uint64_t *>(smem + 8192)`.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_RING_SHAREDPLACE_H
#define CUDAPIPE_LIB_RING_SHAREDPLACE_H

#include "StepWay.h"

namespace cudapipe {

struct SharedPlace {
  /// Null: the address is not a variable's, or more than an offset is added.
  const clang::VarDecl *Var = nullptr;
  /// Bytes behind the start of Var, where that is a constant.
  std::optional<int64_t> Offset;
};

/// The place that \p At is, or the address of; from the nearest variable that
/// is \p IsBase, or lies in shared memory.
SharedPlace placeOf(ExprOnWay At, const clang::ASTContext &Ctx,
                    llvm::function_ref<bool(const clang::VarDecl *)> IsBase,
                    unsigned Depth = 0);

/// \p E is an address of the variables it names, plus an offset.
bool isPlainAddress(const clang::Expr *E, const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_RING_SHAREDPLACE_H
