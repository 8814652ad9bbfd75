//===- Layout.cpp - Line breaks in generated statements -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

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

std::string indentUnit(StringRef Code) {
  StringRef Least;
  while (!Code.empty()) {
    auto [Line, Rest] = Code.split('\n');
    Code = Rest;
    StringRef Next = Rest.split('\n').first;
    StringRef Blanks =
        Next.take_while([](char C) { return C == ' ' || C == '\t'; });
    // One blank is that of a label or of an access specifier.
    if (Line.rtrim().ends_with("{") && Blanks.size() < Next.size() &&
        !Blanks.empty() && Blanks != " " &&
        (Least.empty() || Blanks.size() < Least.size()))
      Least = Blanks;
  }
  return Least.empty() ? "  " : Least.str();
}

LineLayout::LineLayout(StringRef Code, StringRef Unit) : Unit(Unit) {
  while (!Code.empty()) {
    auto [Line, Rest] = Code.split('\n');
    unsigned Columns = Line.rtrim().size() + 7 * Line.count('\t');
    Limit = std::clamp<unsigned>(Columns, Limit, 120);
    Code = Rest;
  }
}

/// One column more is for the semicolon; a tab counts as eight.
bool LineLayout::fits(StringRef Indent, size_t Size) const {
  return Indent.size() + 7 * Indent.count('\t') + Size + 1 <= Limit;
}

std::string LineLayout::call(StringRef Indent, StringRef Callee,
                             llvm::ArrayRef<std::string> Args) const {
  std::string Line = (Callee + "(" + llvm::join(Args, ", ") + ")").str();
  if (fits(Indent, Line.size()))
    return Line;
  // Below the parenthesis, or where that is too narrow or made of tabs, two
  // levels in.
  std::string Below = Indent.str() + std::string(Callee.size() + 1, ' ');
  bool Narrow = llvm::any_of(
      Args, [&](const std::string &Arg) { return !fits(Below, Arg.size()); });
  std::string Out = (Callee + "(").str();
  size_t LineStart = 0;
  if (Narrow || Indent.contains('\t')) {
    Below = Indent.str() + Unit + Unit;
    Out += "\n" + Below;
    LineStart = Out.size() - Below.size();
  }
  for (size_t I = 0; I < Args.size(); ++I) {
    size_t Column = Out.size() - LineStart + (LineStart ? 0 : Indent.size());
    bool First = I == 0;
    if (!First && !fits("", Column + 2 + Args[I].size())) {
      Out += ",\n";
      LineStart = Out.size();
      Out += Below;
    } else if (!First) {
      Out += ", ";
    }
    Out += Args[I];
  }
  return Out + ")";
}

std::string LineLayout::assignment(StringRef Indent, StringRef Left,
                                   StringRef Right) const {
  std::string Line = (Left + " = " + Right).str();
  if (fits(Indent, Line.size()) || Right.contains('\n'))
    return Line;
  return (Left + " =\n" + Indent + Unit + Unit + Right).str();
}

} // namespace cudapipe
