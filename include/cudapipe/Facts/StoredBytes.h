//===- cudapipe/Facts/StoredBytes.h - What a statement stores ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int i = 0; i < 4; ++i) {
//     *(int4 *)&tile[row][8 * lane] = *p;    16 bytes, 8 rows further each time
//     row += 8;
//     p += 8 * ld;
//   }
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FACTS_STOREDBYTES_H
#define CUDAPIPE_FACTS_STOREDBYTES_H

#include "cudapipe/Facts/DeviceCode.h"
#include <optional>

namespace cudapipe {

/// No thread stores a byte twice by \p Store in one trip of \p Loop, both of
/// \p Kernel or of functions that it calls: ScalarEvolution has the addresses
/// as sums of constant steps of the loops in between, each longer than all that
/// the shorter ones reach, and of what has bounds (a swizzle). False if it
/// cannot be told.
bool storesEachByteOnce(const clang::FunctionDecl &Kernel,
                        const clang::Stmt &Loop, const clang::Stmt &Store);

/// In one trip of \p Loop no thread stores a byte by \p Second that it stores
/// by \p First. \p Width: threadIdx.x is always less.
bool storeOtherBytes(const clang::FunctionDecl &Kernel, const clang::Stmt &Loop,
                     const clang::Stmt &First, const clang::Stmt &Second,
                     std::optional<uint64_t> Width);

} // namespace cudapipe

#endif // CUDAPIPE_FACTS_STOREDBYTES_H
