//===- LoopPlace.h - Where a loop stands, and its body ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_LOOPPLACE_H
#define CUDAPIPE_LIB_INLINE_LOOPPLACE_H

#include "clang/AST/Stmt.h"

namespace cudapipe {

/// \p Loop stands among the statements of a block in \p In: there is room for
/// another in front of it.
bool isInBlock(const clang::Stmt *In, const clang::Stmt &Loop);

/// The body of a for, while or do-while loop.
const clang::Stmt *bodyOf(const clang::Stmt &Loop);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_LOOPPLACE_H
