//===- RewriteWords.h - What is done to a loop, in words --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_REWRITEWORDS_H
#define CUDAPIPE_TOOL_REWRITEWORDS_H

#include "cudapipe/RewriteFile.h"
#include <optional>
#include <string>

namespace cudapipe {

/// Those that only a `.cuda-pipeline` has; empty: not said. Flags are words as
/// of a shell.
struct FolderWords {
  std::string Gpu, GpuArch, FormatStyle, ExtraArg, ExtraArgBefore;
};

/// Values as users write them: on the command line, in a `.cuda-pipeline`, in a
/// `.clang-tidy`.
struct RewriteWords {
  std::string Style = "fast";
  std::string Variant = "auto", Stages = "auto", Widen = "auto";
  /// Nothing: auto, and not asked for.
  std::optional<std::string> Pad;
  std::string AssumeAligned, Kernel, HeaderFilter;
  /// A regular expression, or "" for all kernels.
  std::optional<std::string> AssumeNoAlias;
  bool Force = false, AssumeLaunchUpdated = false;
  /// Of auto: no compiler is asked; nor any rule.
  bool NoCompile = false, Guess = false;
  /// A file; empty: verdicts are not kept. In a `.cuda-pipeline`, beside it.
  std::string Verdicts;
  FolderWords Folder;
};

/// Puts what \p Words say into \p Rewrite. Messages name a word by the option:
/// "--stages: 'x' is neither auto nor a number from 2 to 8".
llvm::Error readWords(const RewriteWords &Words, RewriteOptions &Rewrite);

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_REWRITEWORDS_H
