//===- cudapipe/Effort.h - What a run has done ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For tests: other than times, counts are the same in each run.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EFFORT_H
#define CUDAPIPE_EFFORT_H

#include "llvm/Support/raw_ostream.h"

namespace cudapipe {

/// What takes the time of a run.
enum class Effort {
  LoopModels,     ///< Loops analysed, one an instantiation.
  LongProofs,     ///< Bounds of subscripts searched for at length.
  PlayedThreads,  ///< Threads whose copies were played.
  FormattedTexts, ///< Texts laid out by clang-format.
  ThreadSearches  ///< Functions searched for what depends on threadIdx.
};

/// One more of \p Of.
void spend(Effort Of);

/// "loop models: 3" and so on, a line each.
void printEffort(llvm::raw_ostream &Out);

} // namespace cudapipe

#endif // CUDAPIPE_EFFORT_H
