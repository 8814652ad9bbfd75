//===- WarpBarrier.h - Waits for a part of the block ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_WARPBARRIER_H
#define CUDAPIPE_LIB_ANALYZE_WARPBARRIER_H

#include "clang/AST/Stmt.h"

namespace cudapipe {

/// \p S is a wait for the warp, or for another group of cooperative_groups that
/// is not the block.
bool waitsForWarp(const clang::Stmt *S);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_WARPBARRIER_H
