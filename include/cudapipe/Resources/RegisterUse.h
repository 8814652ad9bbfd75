//===- cudapipe/Resources/RegisterUse.h - What ptxas gives ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers, spills and local memory of kernels, as `nvcc -cubin -Xptxas -v`
// reports them:
//
//   ptxas info : Compiling entry function '_Z4gemmPfi' for 'sm_80'
//       0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
//   ptxas info : Used 32 registers, used 1 barriers, 8192 bytes smem, ...
//
// Nothing here runs a compiler unless it is told which: who calls
// measureRegisters() has asked the user.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_RESOURCES_REGISTERUSE_H
#define CUDAPIPE_RESOURCES_REGISTERUSE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace cudapipe {

/// What one kernel takes.
struct KernelUse {
  std::string MangledName;
  unsigned Registers = 0;
  unsigned Barriers = 0;
  /// Bytes of local memory of a thread, called functions included.
  uint64_t LocalBytes = 0;
  /// Bytes that spilled registers are stored and loaded with.
  uint64_t SpillStoreBytes = 0, SpillLoadBytes = 0;
  uint64_t StaticSharedBytes = 0;
};

/// Reads what ptxas prints with -v; functions that are no kernels are left out.
std::vector<KernelUse> readPtxasReport(llvm::StringRef Text);

/// The one that is the kernel \p MangledName, as Clang mangles it. nvcc mangles
/// kernels of unnamed namespaces in its own way: the only one of the same name
/// will do then. Null if there is none or no telling.
const KernelUse *findKernel(llvm::ArrayRef<KernelUse> Kernels,
                            llvm::StringRef MangledName);

/// The compiler that \p Wish means: a path, or "auto" for the nvcc on PATH, of
/// \p ToolkitPath (may be empty), of /usr/local/cuda.
llvm::Expected<std::string> findNvcc(llvm::StringRef Wish,
                                     llvm::StringRef ToolkitPath = "");

/// One compilation.
struct RegisterRequest {
  std::string Nvcc;
  /// "sm_90a".
  std::string Arch;
  /// In nvcc's spelling, paths absolute: includes, macros, -std, -maxrregcount.
  std::vector<std::string> Flags;
  /// Absolute. Its folder is searched for headers.
  std::string File;
  /// Compiled in place of what File holds, if set.
  std::optional<std::string> Text;
  unsigned TimeoutSeconds = 120;
};

/// What came of it.
struct RegisterReport {
  std::vector<KernelUse> Kernels;
  /// Why there are none, or not all: one sentence. Empty: all is well.
  std::string Note;
};

/// Compiles and reads the report. Never fails: without an answer there is a
/// note, and the caller goes on with estimates. One thread at a time: the
/// timeout is LLVM's, which is an alarm().
RegisterReport measureRegisters(const RegisterRequest &Request);

} // namespace cudapipe

#endif // CUDAPIPE_RESOURCES_REGISTERUSE_H
