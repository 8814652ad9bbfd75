//===- BlockQuery.h - What cooperative groups say of a block ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   cg::thread_block block = cg::this_thread_block();
//   for (int i = block.thread_rank(); i < n; i += block.size())
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_BLOCKQUERY_H
#define CUDAPIPE_LIB_ANALYZE_BLOCKQUERY_H

#include "clang/AST/Expr.h"

namespace cudapipe {

enum class BlockQuery {
  None,
  Rank, ///< The number of the thread, x first.
  Size, ///< The threads of the block.
  ThreadIndex,
  BlockIndex,
  BlockDim
};

/// What \p E, a call of a member of cooperative_groups::thread_block, returns.
BlockQuery blockQuery(const clang::Expr *E);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_BLOCKQUERY_H
