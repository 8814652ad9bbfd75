//===- cudapipe/Compile/Compiler.h - Texts to compiled kernels --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_COMPILE_COMPILER_H
#define CUDAPIPE_COMPILE_COMPILER_H

#include "cudapipe/Compile/CompiledKernel.h"
#include "llvm/Support/Error.h"
#include <map>

namespace cudapipe {

/// An nvcc.
struct Compiler {
  std::string Path;
  /// Of processor time for each program that a compilation runs.
  unsigned TimeoutSeconds = 30;
  /// Of the clock, for what does not even compute.
  unsigned wallSeconds() const { return 10 * TimeoutSeconds; }

  /// "nvcc 13.0.88"; asked of it once. Safe in several threads.
  std::string version() const;
};

/// The one that \p Wish means: a path, or "auto" for the nvcc on PATH, of
/// \p ToolkitPath (may be empty), of /usr/local/cuda.
llvm::Expected<Compiler> findCompiler(llvm::StringRef Wish,
                                      llvm::StringRef ToolkitPath = "");

/// One compilation.
struct CompileRequest {
  /// "sm_90a".
  std::string Arch;
  /// In nvcc's spelling, paths absolute: includes, macros, -std, -maxrregcount.
  std::vector<std::string> Flags;
  /// Absolute. Its folder is searched for headers.
  std::string File;
  /// Compiled in place of what File holds, if set.
  std::optional<std::string> Text;
  /// Headers of the user, by canonical paths, that are read as they stand here,
  /// wherever an include finds them. If some are others than on disk, all that
  /// the file may include have to be here.
  std::map<std::string, std::string> Headers = {};
  /// Includes and items at file scope that are known not to compile
  /// (BrokenItems.h). Where nvcc fails it is asked again, without these and
  /// what else it cannot read: kernels may compile all the same.
  std::vector<std::string> Broken = {};
  /// Kernels that the text instantiates, "::gemm<32, float>": if it is asked
  /// again, these are made although what launches them may be gone.
  std::vector<std::string> Instances = {};
};

/// What came of it.
struct CompileReport {
  std::vector<CompiledKernel> Kernels;
  /// Why there are none, or not all: one sentence. Empty: all is well.
  std::string Note;
  /// No answer came within the limit.
  bool TookTooLong = false;
  /// The file compiles, but there is no kernel in it.
  bool HasNoKernel = false;
  /// What the compiler said first of what it cannot read; empty: nothing.
  std::string Complaint;
  /// Processor time that it took; none where the answer was known.
  double Seconds = 0;
};

/// Compiles \p Requests side by side, as many at a time as the machine has
/// processors, of all threads of this program together. Never fails: without an
/// answer there is a note. What was compiled before is not compiled again
/// (keepCompiled()). Safe in several threads.
std::vector<CompileReport> compileAll(const Compiler &With,
                                      llvm::ArrayRef<CompileRequest> Requests);

/// From now on, what kernels were compiled to is kept in \p Folder, and taken
/// from there if compiler, command, text and headers are the same. What a
/// program of another \p Identity has read of machine code is not.
void keepCompiled(llvm::StringRef Folder, llvm::StringRef Identity);

} // namespace cudapipe

#endif // CUDAPIPE_COMPILE_COMPILER_H
