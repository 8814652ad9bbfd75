//===- cudapipe/Frontend/PreambleCache.h - Headers of runs before -*- C++ -*-=//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_PREAMBLECACHE_H
#define CUDAPIPE_FRONTEND_PREAMBLECACHE_H

#include "llvm/ADT/StringRef.h"

namespace cudapipe {

/// From now on, what is precompiled of headers is kept in \p Folder, and taken
/// from there if nothing has changed that it was made of. What a program of
/// another \p Identity has made is not.
void keepPreambles(llvm::StringRef Folder, llvm::StringRef Identity);

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_PREAMBLECACHE_H
