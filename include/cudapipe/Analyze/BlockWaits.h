//===- cudapipe/Analyze/BlockWaits.h - Blocks that wait for others -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   step<<<8 * multiprocessors, 128>>>(A, x, n);    8 blocks each, as they fit
//
//   __global__ void step(...) {
//     for (k..) { tile = A[k]; ... }                two stages: 4 of them fit
//     atomicAdd(&arrived, 1);
//     while (atomicAdd(&arrived, 0) < gridDim.x);   ... and wait for the rest,
//   }                                               which never start
//
// Rule: CUDA C++ Programming Guide, "Grid Synchronization".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_BLOCKWAITS_H
#define CUDAPIPE_ANALYZE_BLOCKWAITS_H

#include "cudapipe/Rules/Rejection.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include <optional>

namespace cudapipe {

/// Why no fewer blocks of \p Kernel may be resident at once than now: it, or
/// what it calls, waits for other blocks.
std::optional<Rejection> whyNotFewerBlocks(const clang::FunctionDecl &Kernel,
                                           const clang::ASTContext &Ctx);

/// The same, as \p Launch, of \p Kernel or in \p OtherFile, wants all blocks
/// at once.
Rejection launchWantsAllBlocks(const clang::FunctionDecl &Kernel,
                               clang::SourceRange Launch,
                               llvm::StringRef OtherFile = "");

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_BLOCKWAITS_H
