//===- Layout.cpp - Line breaks in generated statements -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace cudapipe {

std::string onOneLine(StringRef Text) {
  if (Text.contains("//") || Text.contains("/*") || Text.contains('\\') ||
      Text.contains('#'))
    return Text.str();
  std::string Out;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Line = Out.empty() ? Line.rtrim() : Line.trim();
    // No blank behind an opening parenthesis.
    if (!Out.empty() && Out.back() != '(' && !Line.empty())
      Out += ' ';
    Out += Line;
    Text = Rest;
  }
  return Out;
}

std::string layoutCall(unsigned Column, StringRef Callee,
                       llvm::ArrayRef<std::string> Args) {
  std::string Line = (Callee + "(" + llvm::join(Args, ", ") + ")").str();
  // One more column for the semicolon.
  if (Column + Line.size() + 1 <= MaxColumn)
    return Line;
  std::string Indent(Column + Callee.size() + 1, ' ');
  bool Fits = llvm::all_of(Args, [&](const std::string &Arg) {
    return Indent.size() + Arg.size() + 2 <= MaxColumn;
  });
  if (Fits)
    return (Callee + "(" + llvm::join(Args, ",\n" + Indent) + ")").str();
  Indent.assign(Column + 4, ' ');
  return (Callee + "(\n" + Indent + llvm::join(Args, ",\n" + Indent) + ")")
      .str();
}

std::string layoutAssignment(unsigned Column, StringRef Left,
                             StringRef Right) {
  std::string Line = (Left + " = " + Right).str();
  if (Column + Line.size() + 1 <= MaxColumn || Right.contains('\n'))
    return Line;
  return (Left + " =\n" + std::string(Column + 4, ' ') + Right).str();
}

} // namespace cudapipe
