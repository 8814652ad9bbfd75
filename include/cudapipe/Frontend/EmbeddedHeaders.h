//===- cudapipe/Frontend/EmbeddedHeaders.h - CUDA without CUDA --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The files of lib/Frontend/EmbeddedHeaders, our own declarations of the CUDA
// names, are a part of the tool. Clang sees them in a folder that exists only
// in memory, so a kernel parses on a machine that never saw a toolkit.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_EMBEDDEDHEADERS_H
#define CUDAPIPE_FRONTEND_EMBEDDEDHEADERS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace cudapipe {

/// The folder the embedded headers appear in.
inline constexpr llvm::StringLiteral EmbeddedHeaderDir =
    "/__cudapipe_embedded_headers__";

/// The part of it that is searched last, with a toolkit too: what neither the
/// toolkit nor Clang brings.
inline constexpr llvm::StringLiteral EmbeddedFallbackDir =
    "/__cudapipe_embedded_headers__/fallback";

/// Clang's resource directory, in a tool that runs without LLVM.
inline constexpr llvm::StringLiteral EmbeddedResourceDir =
    "/__cudapipe_embedded_headers__/clang";

/// The header that stands for what nvcc includes before the first line.
inline constexpr llvm::StringLiteral EmbeddedImplicitHeader =
    "__cudapipe_cuda_runtime.h";

/// The same with a toolkit: Clang's runtime wrapper, and what it leaves out.
inline constexpr llvm::StringLiteral ToolkitImplicitHeader =
    "/__cudapipe_embedded_headers__/cudapipe/ToolkitRuntime.h";

/// The machine's files, with a working directory of their own (threads do not
/// disturb each other), and the embedded headers laid over them. One of these
/// takes the place of a header of Clang's in \p ResourceDir.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
createFileSystem(llvm::StringRef ResourceDir);

/// Where \p Header, of a library, is not found, some of what device code takes
/// from it is known.
bool hasStandIn(llvm::StringRef Header);

/// The text of it, which any compiler for CUDA reads; "" if there is none.
llvm::StringRef standInFor(llvm::StringRef Header);

/// Writes the embedded headers below \p Folder, for other programs.
llvm::Error writeEmbeddedHeaders(llvm::StringRef Folder);

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_EMBEDDEDHEADERS_H
