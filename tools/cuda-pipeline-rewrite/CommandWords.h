//===- CommandWords.h - Whose each word of a command line is ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   cuda-pipeline-rewrite gemm.cu -Iinc --stages=3 -arch=sm_90 -- -DBK=32
//
//   ours         gemm.cu --stages=3
//   the compiler's, typed among ours    -Iinc -arch=sm_90
//   the compiler's, set apart           -DBK=32
//
// A word is an option of ours if we have one of that name; else a flag if nvcc
// or Clang has it; else a mistake.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_COMMANDWORDS_H
#define CUDAPIPE_TOOL_COMMANDWORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace cudapipe {

/// The words of a command line, told apart.
struct CommandWords {
  /// The program, its options and files.
  std::vector<std::string> Ours;
  /// Flags among them, and what follows `--`.
  std::vector<std::string> Flags, Behind;
  /// --help, --version.
  bool AsksHelp = false, AsksVersion = false;
};

/// Fails for a word that is nobody's, and for an option without its value.
llvm::Expected<CommandWords> sortWords(llvm::ArrayRef<std::string> Words);

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_COMMANDWORDS_H
