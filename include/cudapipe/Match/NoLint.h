//===- cudapipe/Match/NoLint.h - What a user wants left alone ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang-tidy's comments, with its rules:
//
//   for (...)  // NOLINT                            this line, every check
//   // NOLINTNEXTLINE(cuda-pipeline-k-loop)         the next line
//   // NOLINTBEGIN(cuda-*) ... // NOLINTEND(cuda-*) all lines in between
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_MATCH_NOLINT_H
#define CUDAPIPE_MATCH_NOLINT_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cudapipe {

/// The names of our checks, in NOLINT comments, clang-tidy, YAML and SARIF.
inline constexpr llvm::StringLiteral LoopCheck = "cuda-pipeline-k-loop";
inline constexpr llvm::StringLiteral RaceCheck = "cuda-pipeline-race";

/// The NOLINT comments of one file.
class NoLintComments {
public:
  explicit NoLintComments(llvm::StringRef Text);

  /// What \p Check says about the place \p Offset is not wanted.
  bool silences(size_t Offset, llvm::StringRef Check) const;

private:
  /// Between two offsets, checks that match \p Globs.
  struct Region {
    size_t Begin, End;
    std::string Globs;
  };
  std::vector<Region> Regions;
};

} // namespace cudapipe

#endif // CUDAPIPE_MATCH_NOLINT_H
