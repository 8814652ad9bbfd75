//===- IncludePlace.h - Where a header can be included ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #ifdef __CUDACC__            g++ includes this file, too,
//   #include "max.h"             which defines a macro that <cuda_pipeline.h>
//   __global__ void kernel()     has a member of the name of
//   #endif
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_REWRITE_INCLUDEPLACE_H
#define CUDAPIPE_LIB_REWRITE_INCLUDEPLACE_H

#include "SourceText.h"
#include "cudapipe/Rules/Rejection.h"
#include "clang/AST/Decl.h"
#include "clang/Tooling/Refactoring/AtomicChange.h"

namespace cudapipe {

/// Lets \p Change, edits of \p Text in and around \p Function, include \p
/// Header in each configuration that compiles the function: among the includes
/// of the file, unless a branch or a macro stands against that. A rejection of
/// \p For if there is no place.
std::optional<Rejection>
addInclude(clang::tooling::AtomicChange &Change, llvm::StringRef Header,
           const SourceText &Text, const clang::FunctionDecl &Function,
           clang::SourceRange For, const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_REWRITE_INCLUDEPLACE_H
