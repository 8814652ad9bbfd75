//===- AsyncCopy.cpp - One asynchronous copy as text ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncCopy.h"
#include "Spelling.h"

using namespace clang;

namespace cudapipe {

std::optional<std::string> asyncCopyText(
    const TileCopy &Copy, const std::string &Size,
    llvm::function_ref<std::optional<std::string>(const Expr *)> TextOf,
    const std::string &Indent, const SourceText &Text,
    const LineLayout &Lines) {
  std::optional<std::string> To = Copy.StoreCall
                                      ? Text.text(Copy.Destination)
                                      : addressOf(Copy.Destination, Text);
  std::optional<std::string> From = Copy.SourcePointer
                                        ? Text.text(Copy.SourcePointer)
                                        : addressOf(Copy.Source, Text);
  if (!To || !From)
    return std::nullopt;
  std::vector<std::string> Args{onOneLine(*To), onOneLine(*From), Size};
  if (Copy.Guard) {
    std::optional<std::string> Guard = TextOf(Copy.Guard);
    if (!Guard)
      return std::nullopt;
    bool IsTrue = Copy.GuardIsTrue;
    std::string Copied = parenthesized(Copy.Guard, onOneLine(*Guard));
    if (Copy.OuterGuard) {
      std::optional<std::string> Outer = TextOf(Copy.OuterGuard);
      if (!Outer)
        return std::nullopt;
      Copied = "(" + std::string(Copy.OuterGuardIsTrue ? "" : "!") +
               parenthesized(Copy.OuterGuard, onOneLine(*Outer)) + " && " +
               (IsTrue ? "" : "!") + Copied + ")";
      IsTrue = true;
    }
    Args.push_back(Copied +
                   (IsTrue ? " ? 0 : " + Size : " ? " + Size + " : 0"));
  }
  return Lines.call(Indent, "__pipeline_memcpy_async", Args);
}

} // namespace cudapipe
