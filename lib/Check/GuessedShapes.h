//===- GuessedShapes.h - Blocks that nobody gave ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_CHECK_GUESSEDSHAPES_H
#define CUDAPIPE_LIB_CHECK_GUESSEDSHAPES_H

#include "BlockPlay.h"
#include "clang/AST/Decl.h"
#include "llvm/IR/Module.h"

namespace cudapipe::check {

/// The kernel asks for threadIdx.y or blockDim.y.
bool usesRows(const llvm::Function &Kernel);

/// A shared array of the kernel has a row, or rows, of as many as \p Block.X.
bool isOfExtents(const llvm::Function &Kernel, const Triple &Block);

/// Blocks that the sizes of shared arrays, constants of the file that are named
/// for it, \p MostThreads (of __launch_bounds__; 0: none) and custom make
/// likely; the likeliest first.
std::vector<Triple> guessedBlocks(const llvm::Function &Kernel,
                                  const clang::FunctionDecl &Declared,
                                  unsigned MostThreads);

} // namespace cudapipe::check

#endif // CUDAPIPE_LIB_CHECK_GUESSEDSHAPES_H
