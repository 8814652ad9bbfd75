//===- AlikeStores.h - Stores of the same elements --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_TILES_ALIKESTORES_H
#define CUDAPIPE_LIB_ANALYZE_TILES_ALIKESTORES_H

#include "cudapipe/Analyze/LoopModel.h"

namespace cudapipe {

/// The loops around \p Left and \p Right are the same, or two that count alike,
/// and so both store the same elements, in the same order:
///   if (in) for (i = t; i < d; i += 32) T[r][i] = A[i];
///   else    for (j = t; j < d; j += 32) T[r][j] = 0;
/// Asked of two branches of one `if`; other variables than the counters are
/// taken to be the same in both.
bool storeAlike(const TileCopy &Left, const TileCopy &Right,
                const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_TILES_ALIKESTORES_H
