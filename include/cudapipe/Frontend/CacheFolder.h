//===- cudapipe/Frontend/CacheFolder.h - From run to run --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A folder of files that may go at any time. Other runs read and write there
// too, and the disk may be full: then there is no cache.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_CACHEFOLDER_H
#define CUDAPIPE_FRONTEND_CACHEFOLDER_H

#include "llvm/ADT/StringRef.h"

namespace cudapipe {

/// What the names of files of a cache end with.
inline constexpr llvm::StringLiteral PreambleExtension = ".preamble",
                                     CompiledExtension = ".compiled";

/// Writes all of \p Text, or nothing; then removes what was used least recently
/// beyond 512 MB.
void writeCached(llvm::StringRef File, llvm::StringRef Text);

/// \p File was of use just now.
void touchCached(llvm::StringRef File);

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_CACHEFOLDER_H
