//===- CompilerCall.h - The compiler in a command ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   cd sub && ccache cmake -E env X=1 nvcc -c gemm.cu && nvcc -M gemm.cu
//
// is the call of nvcc in the folder sub with the arguments -c gemm.cu.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_FRONTEND_COMPILERCALL_H
#define CUDAPIPE_LIB_FRONTEND_COMPILERCALL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace cudapipe {

/// One call of a compiler.
struct CompilerCall {
  std::string Directory, Program;
  std::vector<std::string> Arguments;
};

/// The first call of a compiler in \p Command, behind launchers, `cd` and
/// `sh -c`; none if no word of it is a compiler.
std::optional<CompilerCall>
findCompilerCall(llvm::ArrayRef<std::string> Command,
                 llvm::StringRef Directory);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_FRONTEND_COMPILERCALL_H
