//===- cudapipe/Match/OtherFiles.h - Launches in other files ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   gemm.cu    __global__ void gemm(...) { ... }      what is looked at
//   main.cu    __global__ void gemm(...);             a declaration of its own,
//              gemm<<<grid, block, smem>>>(...);      no header in between
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_MATCH_OTHERFILES_H
#define CUDAPIPE_MATCH_OTHERFILES_H

#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/StringRef.h"

namespace cudapipe {

/// The code in \p Text names the kernel \p Name and does not define one of that
/// name itself.
bool mayLaunch(llvm::StringRef Text, llvm::StringRef Name,
               const clang::LangOptions &Language);

/// The code in \p Text defines a kernel \p Name.
bool definesKernel(llvm::StringRef Text, llvm::StringRef Name,
                   const clang::LangOptions &Language);

/// The code in \p Text names \p Name otherwise than to declare or define a
/// kernel of that name.
bool usesName(llvm::StringRef Text, llvm::StringRef Name,
              const clang::LangOptions &Language);

} // namespace cudapipe

#endif // CUDAPIPE_MATCH_OTHERFILES_H
