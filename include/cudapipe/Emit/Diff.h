//===- cudapipe/Emit/Diff.h - A unified diff --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMIT_DIFF_H
#define CUDAPIPE_EMIT_DIFF_H

#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace cudapipe {

/// Prints what turns \p Old into \p New, as `git apply` and `patch -p1` read
/// it: a/ and b/ before \p Name, three lines of context. Nothing if they are
/// equal.
/// \p Color: as `git diff` colours.
void printDiff(llvm::raw_ostream &OS, llvm::StringRef Name, llvm::StringRef Old,
               llvm::StringRef New, bool Color);

/// Whole lines of a text that become others.
struct LineEdit {
  /// The first line, from 1, and how many there are; none: \p Text is put
  /// behind the last line.
  size_t FirstLine, Lines;
  /// The same in bytes.
  size_t Offset, Length;
  std::string Text;
};

/// What turns \p Old into \p New, in the order of the text; no two touch.
std::vector<LineEdit> lineEdits(llvm::StringRef Old, llvm::StringRef New);

/// \p Path relative to the working directory if it lies in it, else without its
/// leading slash (for `patch -p1 -d /`).
std::string diffName(llvm::StringRef Path);

} // namespace cudapipe

#endif // CUDAPIPE_EMIT_DIFF_H
