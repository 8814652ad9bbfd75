//===- PrecompiledHeaders.h - CUDA's declarations, parsed once --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For sanitized tools alone: Clang's parser, where nothing is watched, took
// most of their time. The declarations in front of each file come from a
// precompiled header.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_PRECOMPILEDHEADERS_H
#define CUDAPIPE_FRONTEND_PRECOMPILEDHEADERS_H

#include "clang/Basic/FileManager.h"
#include "clang/Frontend/CompilerInvocation.h"

namespace cudapipe {

/// Where the environment variable CUDAPIPE_PRECOMPILED names a folder: has
/// \p Invocation read the embedded declarations from a precompiled header in
/// that folder, which is made there once for all invocations with the same
/// options.
void usePrecompiledHeaders(clang::CompilerInvocation &Invocation,
                           clang::FileManager &Files);

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_PRECOMPILEDHEADERS_H
