//===- Locks.h - Waits that any number of blocks survive --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   if (tx == 0)
//     while (atomicCAS(&lock, 0, 1) != 0);     waits for who has the lock: a
//   ..                                         block that runs, and gives it
//   if (tx == 0)                               back without another's help
//     atomicExch(&lock, 0);
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_LOCKS_H
#define CUDAPIPE_LIB_ANALYZE_LOCKS_H

#include "cudapipe/Analyze/Effects.h"
#include "clang/AST/Decl.h"

namespace cudapipe {

/// The loop \p Wait of \p Kernel, which does \p All, takes a lock that each
/// thread which has taken it gives back further down, and that nothing else in
/// the kernel touches.
bool takesLock(const BlockWait &Wait, const clang::FunctionDecl &Kernel,
               const Effects &All, const PointerFlow &Flow,
               const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_LOCKS_H
