//===- CompileCache.h - What was compiled before ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_COMPILE_COMPILECACHE_H
#define CUDAPIPE_LIB_COMPILE_COMPILECACHE_H

#include "cudapipe/Compile/Compiler.h"

namespace cudapipe {

/// What \p Key, all that a compilation was asked for, has come to; nothing
/// where that is not known, or a file that it has read is another now.
std::optional<std::vector<CompiledKernel>> findCompiled(llvm::StringRef Key);

/// The files behind the colon of a makefile rule, "cubin : a.cu b.h".
std::vector<std::string> filesOfRule(llvm::StringRef Rule);

/// Keeps it. \p Rule is the makefile rule that nvcc -MD writes; files in
/// \p Scratch are of one compilation and do not count.
void keepCompiled(llvm::StringRef Key, llvm::ArrayRef<CompiledKernel> Kernels,
                  llvm::StringRef Rule, llvm::StringRef Scratch);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_COMPILE_COMPILECACHE_H
