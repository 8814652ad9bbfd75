//===- Layout.cpp - Line breaks in generated statements -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <climits>

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

/// Closing parentheses in \p Line less those that open.
static int closes(StringRef Line) {
  return int(Line.count(')')) - int(Line.count('('));
}

std::string bracesOnOwnLines(StringRef Text, StringRef Code) {
  llvm::SmallVector<StringRef> Lines;
  Text.split(Lines, '\n');
  std::vector<std::string> Out;
  for (auto [I, Line] : llvm::enumerate(Lines)) {
    auto [Words, Comment] = Line.split(" // ");
    StringRef Head = Words.rtrim();
    const StringRef Indent =
        Line.take_while([](char C) { return C == ' ' || C == '\t'; });
    // `} else {`, `if (...) {`, `auto load = [&] {`, and not `int v[] = {`.
    const bool Opens = Head.consume_back(" {") &&
                       (Head.ends_with(")") || Head.ends_with("]") ||
                        Head.ends_with("else") || Head.ends_with("do")) &&
                       !Code.contains(Line);
    // What opens it may have begun some lines above.
    int Open = closes(Head);
    size_t First = Out.size();
    while (Open > 0 && First > 0)
      Open += closes(Out[--First]);
    if (!Opens || Open != 0) {
      Out.push_back(Line.str());
      continue;
    }
    const std::string Begin =
        First < Out.size()
            ? StringRef(Out[First])
                  .take_while([](char C) { return C == ' ' || C == '\t'; })
                  .str()
            : Indent.str();
    if (Head.ltrim().starts_with("} else")) {
      Out.push_back(Indent.str() + "}");
      Head = Head.ltrim().drop_front(2);
      Out.push_back(Indent.str() + Head.str());
    } else {
      Out.push_back(Head.str());
    }
    if (!Comment.empty())
      Out.back() += (" // " + Comment).str();
    Out.push_back(Begin + "{");
  }
  return llvm::join(Out, "\n");
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

/// \p Words, of which the first stands at \p Column, with line breaks behind
/// sums, products and commas where it is longer than \p Limit. What goes on
/// stands behind \p Indent.
static std::string broken(StringRef Words, size_t Column, StringRef Indent,
                          size_t Limit) {
  std::string Out;
  while (Column + Words.size() > Limit && !Words.contains('"')) {
    const size_t Room = Limit > Column ? Limit - Column : 0;
    // As far out as can be, not in a product, and of those the last.
    size_t At = 0;
    int Depth = 0, Least = INT_MAX;
    for (size_t I = 0; I < std::min(Room, Words.size()); ++I) {
      Depth += (Words[I] == '(' || Words[I] == '[') -
               (Words[I] == ')' || Words[I] == ']');
      size_t Behind = 0;
      for (StringRef Operator : {" + ", " - ", " * ", " && ", " || ", ", "})
        if (Words.substr(I).starts_with(Operator))
          Behind = I + Operator.size();
      if (Words.substr(I).starts_with(" ? "))
        Behind = I + 1; // it begins a line
      const int Bond = 2 * Depth + Words.substr(I).starts_with(" * ");
      if (Behind && Behind <= Room && Bond <= Least) {
        At = Behind;
        Least = Bond;
      }
    }
    if (At == 0)
      break;
    Out += (Words.take_front(At).rtrim() + "\n" + Indent).str();
    Words = Words.drop_front(At);
    Column = Indent.size();
  }
  return Out + Words.str();
}

/// \p Opening and \p Pieces, with a blank or a line break between two of them.
std::string LineLayout::fill(StringRef Indent, StringRef Opening,
                             llvm::ArrayRef<std::string> Pieces) const {
  std::string Line = Opening.str() + llvm::join(Pieces, " ");
  if (fits(Indent, Line.size()))
    return Line;
  // Below the parenthesis, or where that is too narrow or made of tabs, two
  // levels in.
  std::string Below = Indent.str() + std::string(Opening.size(), ' ');
  bool Narrow = llvm::any_of(Pieces, [&](const std::string &Piece) {
    return !fits(Below, Piece.size() - 1);
  });
  std::string Out = Opening.str();
  size_t LineStart = 0;
  if (Narrow || Indent.contains('\t')) {
    Below = Indent.str() + Unit + Unit;
    Out += "\n" + Below;
    LineStart = Out.size() - Below.size();
  }
  bool IsBroken = false; // What stands behind starts a line, too.
  for (auto [I, Piece] : llvm::enumerate(Pieces)) {
    size_t Column = Out.size() - LineStart + (LineStart ? 0 : Indent.size());
    const bool IsLast = I + 1 == Pieces.size();
    if (I && (IsBroken || !fits("", Column + Piece.size() + IsLast))) {
      Out += "\n";
      LineStart = Out.size();
      Out += Below;
    } else if (I) {
      Out += " ";
    }
    Column = Out.size() - LineStart + (LineStart ? 0 : Indent.size());
    const std::string Lines =
        broken(Piece, Column, Below + Unit + Unit, Limit - IsLast);
    IsBroken = llvm::StringRef(Lines).contains('\n');
    Out += Lines;
    if (const size_t Break = Out.rfind('\n'); Break != std::string::npos)
      LineStart = Break + 1;
  }
  return Out;
}

std::string LineLayout::call(StringRef Indent, StringRef Callee,
                             llvm::ArrayRef<std::string> Args) const {
  return call(Indent, Callee, "", Args);
}

std::string LineLayout::call(StringRef Indent, StringRef Callee,
                             StringRef Condition,
                             llvm::ArrayRef<std::string> Args) const {
  std::vector<std::string> Pieces;
  // Where it fits, a condition is not broken.
  const std::string Opening = (Callee + "(").str();
  if (!Condition.empty() && fits(Indent, Opening.size() + Condition.size()))
    Pieces.push_back(Condition.str());
  else
    for (; !Condition.empty();) {
      size_t At = std::min(Condition.find(" && "), Condition.find(" || "));
      At = At == StringRef::npos ? Condition.size() : At + 3;
      Pieces.push_back(Condition.take_front(At).str());
      Condition = Condition.drop_front(At).ltrim();
    }
  if (!Pieces.empty())
    Pieces.back() += Args.empty() ? "" : ",";
  for (const std::string &Arg : Args)
    Pieces.push_back(Arg + ",");
  if (!Args.empty())
    Pieces.back().pop_back();
  if (Pieces.empty())
    return Opening + ")";
  Pieces.back() += ")";
  return fill(Indent, Opening, Pieces);
}

std::string LineLayout::assignment(StringRef Indent, StringRef Left,
                                   StringRef Right) const {
  std::string Line = (Left + " = " + Right).str();
  if (fits(Indent, Line.size()) || Right.contains('\n'))
    return Line;
  const std::string Below = (Indent + Unit + Unit).str();
  return (Left + " =\n" + Below).str() +
         broken(Right, Below.size() + 7 * Indent.count('\t'),
                Below + Unit + Unit, Limit - 1);
}

} // namespace cudapipe
