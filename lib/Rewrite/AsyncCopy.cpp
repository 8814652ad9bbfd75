//===- AsyncCopy.cpp - One asynchronous copy as text ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncCopy.h"
#include "Spelling.h"

using namespace clang;

namespace cudapipe {

std::optional<std::string>
asyncCopyText(const TileCopy &Copy, const std::string &Size,
              llvm::StringRef Guard, const std::string &Indent,
              const SourceText &Text, const LineLayout &Lines) {
  std::optional<std::string> To = Copy.StoreCall
                                      ? Text.text(Copy.Destination)
                                      : addressOf(Copy.Destination, Text);
  std::optional<std::string> From = Copy.SourcePointer
                                        ? Text.text(Copy.SourcePointer)
                                        : addressOf(Copy.Source, Text);
  if (!To || !From)
    return std::nullopt;
  std::vector<std::string> Args{onOneLine(*To), onOneLine(*From), Size};
  if (Copy.Guard)
    Args.push_back(
        parenthesized(Copy.Guard, onOneLine(Guard)) +
        (Copy.GuardIsTrue ? " ? 0 : " + Size : " ? " + Size + " : 0"));
  return Lines.call(Indent, "__pipeline_memcpy_async", Args);
}

} // namespace cudapipe
