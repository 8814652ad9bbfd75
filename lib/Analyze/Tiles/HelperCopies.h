//===- HelperCopies.h - Tile stores in called functions ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   load_tile(As, A + k, lda);        CopyPath::Calls = { this call }
//
//   __device__ void load_tile(float (*dst)[32], const float *src, int ld) {
//     dst[ty][tx] = src[ty * ld + tx];   TileCopy::Store, Tile = As
//   }
//
// Facts about such a copy are facts about the called function's variables. Here
// they are brought back to those of the kernel.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_HELPERCOPIES_H
#define CUDAPIPE_LIB_ANALYZE_HELPERCOPIES_H

#include "Analyze/Integers/IndexForm.h"
#include "Analyze/Loop/LoopAnalysis.h"

namespace cudapipe {

/// \p Kernel, and what parameters and const variables of the functions that
/// lead to \p Copy are.
Definitions definitionsFor(const TileCopy &Copy, const Definitions &Kernel,
                           const clang::ASTContext &Ctx);

/// Variables of called functions that may differ from \p First to \p Second.
VarSet changingBetween(const TileCopy &First, const TileCopy &Second,
                       const LoopAnalysis &A);

/// \p Moving, variables of the kernel, and those of called functions that
/// depend on them.
VarSet movingInHelpers(const LoopAnalysis &A, VarSet Moving);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_HELPERCOPIES_H
