//===- cudapipe/Frontend/MayHoldKLoop.h - A look before a parse -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_MAYHOLDKLOOP_H
#define CUDAPIPE_FRONTEND_MAYHOLDKLOOP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace cudapipe {

/// Could this text hold a K-loop? A search for words, no parse.
///
/// A K-loop needs device code, shared memory, a barrier and a loop. Macros may
/// hide the first three, so a word that merely speaks of them counts:
///
///   device code    __global__, __device__, KERNEL(f), GLOBAL_FUNC
///   shared memory  __shared__, SharedMemory<T>, SMEM_TILE, LDS
///   barrier        __syncthreads, cg::sync, block.sync(), BARRIER, "bar.sync"
///
/// Words of the host API (cudaDeviceSynchronize, cudaMemcpyAsync) do not.
/// Wrong answers cost a parse; a K-loop is lost only if all of its words of one
/// kind stand in other files under names that say nothing.
bool mayHoldKLoop(llvm::StringRef Text);

/// As above, but a macro that one of \p Headers defines counts as what it
/// stands for: FENCE is a barrier where a header says so.
bool mayHoldKLoop(llvm::StringRef Text, llvm::ArrayRef<std::string> Headers);

/// \p Text without its comments: prose speaks of barriers too. A raw string
/// may hold what looks like a comment; such a file is taken as it is.
std::string withoutComments(llvm::StringRef Text);

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_MAYHOLDKLOOP_H
