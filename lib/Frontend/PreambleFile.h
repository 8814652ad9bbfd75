//===- PreambleFile.h - A preamble that is kept -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_FRONTEND_PREAMBLEFILE_H
#define CUDAPIPE_LIB_FRONTEND_PREAMBLEFILE_H

#include "Preamble.h"

namespace cudapipe {

/// Preamble::build(), or what an earlier run has kept of it (keepPreambles()).
/// Headers that match \p EditedHeaders may be edited.
std::shared_ptr<const Preamble>
findPreamble(const clang::CompilerInvocation &Invocation, llvm::StringRef Path,
             llvm::StringRef Text, unsigned End,
             llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
             llvm::StringRef EditedHeaders);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_FRONTEND_PREAMBLEFILE_H
