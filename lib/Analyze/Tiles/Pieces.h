//===- Pieces.h - Do pieces of dynamic shared memory overlap? ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   extern __shared__ float smem[];
//   float *As = smem, *scores = smem + BM * BK;     // two pieces
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_PIECES_H
#define CUDAPIPE_LIB_ANALYZE_PIECES_H

#include "Analyze/Threads/LaunchFacts.h"

namespace cudapipe {

enum class PieceRelation {
  Apart,   ///< It is proved that no element is reached by two of the names.
  Overlap, ///< Two of the names reach the same elements.
  Unknown
};

/// Compares what all threads of a block do with the pointers that cut up the
/// dynamic shared memory of \p Kernel.
PieceRelation relationOfPieces(const clang::FunctionDecl &Kernel,
                               const LaunchFacts &Facts,
                               const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_PIECES_H
