//===- LineFilter.h - --line-filter -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The JSON that clang-tidy and its scripts use:
//
//   [{"name": "gemm.cu", "lines": [[10, 20], [40, 40]]}, {"name": "conv.cu"}]
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_LINEFILTER_H
#define CUDAPIPE_TOOL_LINEFILTER_H

#include "cudapipe/RewriteFile.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace cudapipe {

/// Which lines of which files are worked on.
class LineFilter {
public:
  /// Lets every line of every file pass.
  LineFilter() = default;
  static llvm::Expected<LineFilter> parse(llvm::StringRef Json);

  bool isEmpty() const { return Entries.empty(); }
  /// The lines of \p Path that pass (an empty list: all); none if no line does.
  std::optional<LineRanges> linesOf(llvm::StringRef Path) const;

private:
  struct Entry {
    std::string NameEnd;
    LineRanges Lines;
  };
  std::vector<Entry> Entries;
};

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_LINEFILTER_H
