//===- Directives.cpp - The #ifs of a text --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/Directives.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

StringRef DirectiveLine::word() const {
  return StringRef(Rest).take_while(
      [](char C) { return llvm::isAlnum(C) || C == '_'; });
}

Directives::Directives(StringRef Text) : Text(Text) {
  LangOptions Language;
  Language.CPlusPlus = Language.CPlusPlus11 = Language.LineComment = true;
  Language.RawStringLiterals = Language.Digraphs = true;
  // The lexer wants an end.
  const std::string Ended = Text.str();
  Lexer Lex(SourceLocation(), Language, Ended.c_str(), Ended.c_str(),
            Ended.c_str() + Ended.size());
  Token Tok;
  unsigned Depth = 0;
  auto Next = [&] {
    bool AtEnd = Lex.LexFromRawLexer(Tok);
    return !AtEnd || !Tok.is(tok::eof);
  };
  auto Begin = [&] {
    return unsigned(Lex.getCurrentBufferOffset() - Tok.getLength());
  };
  bool More = Next();
  while (More && !Tok.is(tok::eof)) {
    if (!Tok.is(tok::hash) || !Tok.isAtStartOfLine()) {
      if (Tok.is(tok::l_brace))
        ++Depth;
      else if (Tok.is(tok::r_brace) && Depth > 0)
        --Depth;
      More = Next();
      continue;
    }
    size_t LineStart = Text.rfind('\n', Begin());
    DirectiveLine Line = {
        unsigned(LineStart == StringRef::npos ? 0 : LineStart + 1),
        unsigned(Text.size()), "", "", Depth};
    size_t Last = Begin();
    More = Next();
    for (bool First = true; More && !Tok.is(tok::eof) && !Tok.isAtStartOfLine();
         First = false) {
      Last = Begin();
      if (First)
        Line.Name = Text.substr(Last, Tok.getLength());
      else
        Line.Rest += (Tok.hasLeadingSpace() && !Line.Rest.empty() ? " " : "") +
                     Text.substr(Last, Tok.getLength()).str();
      More = Next();
    }
    // A comment behind it belongs to it.
    size_t Break = Text.find('\n', Last);
    if (Break != StringRef::npos)
      Line.End = Break + 1;
    Lines.push_back(std::move(Line));
  }
  readBranches();
}

/// What the line alone asks for.
static std::string conditionOf(const DirectiveLine &Line) {
  if (Line.Name == "ifdef" || Line.Name == "elifdef")
    return "defined(" + Line.word().str() + ")";
  if (Line.Name == "ifndef" || Line.Name == "elifndef")
    return "!defined(" + Line.word().str() + ")";
  return Line.Rest;
}

static std::string negated(const DirectiveLine &Line) {
  if (Line.Name == "ifdef")
    return "!defined(" + Line.word().str() + ")";
  if (Line.Name == "ifndef")
    return "defined(" + Line.word().str() + ")";
  return "!(" + conditionOf(Line) + ")";
}

void Directives::readBranches() {
  // Of each #if that is open: its branch, and what its branches so far refuse.
  std::vector<std::pair<unsigned, std::string>> Open;
  for (auto [I, Line] : llvm::enumerate(Lines)) {
    if (Line.opens()) {
      Open.emplace_back(Branches.size(), negated(Line));
      Branches.push_back(
          {unsigned(I), unsigned(Lines.size()), conditionOf(Line)});
    } else if (Line.divides() && !Open.empty()) {
      auto &[Branch, Refused] = Open.back();
      Branches[Branch].Last = I;
      Branch = Branches.size();
      std::string Condition = Refused;
      if (Line.Name != "else") {
        std::string Own = conditionOf(Line);
        Condition +=
            " && " + (StringRef(Own).contains("||") ? "(" + Own + ")" : Own);
        Refused += " && " + negated(Line);
      }
      Branches.push_back(
          {unsigned(I), unsigned(Lines.size()), std::move(Condition)});
    } else if (Line.closes() && !Open.empty()) {
      Branches[Open.back().first].Last = I;
      Open.pop_back();
    }
  }
}

std::vector<unsigned> Directives::around(unsigned Offset) const {
  std::vector<unsigned> Out;
  for (auto [I, Branch] : llvm::enumerate(Branches)) {
    // #ifndef FILE_H, #define FILE_H, and nothing behind its #endif.
    const bool IsGuard = Branch.First == 0 && Lines[0].Name == "ifndef" &&
                         Lines.size() > 1 && Lines[1].Name == "define" &&
                         Lines[1].word() == Lines[0].word() &&
                         Branch.Last + 1 >= Lines.size();
    if (!IsGuard && Lines[Branch.First].End <= Offset &&
        (Branch.Last >= Lines.size() || Offset < Lines[Branch.Last].End))
      Out.push_back(I);
  }
  return Out;
}

const DirectiveLine &Directives::ifOf(unsigned Branch) const {
  unsigned First = Branches[Branch].First;
  for (unsigned Before = Branch; Before-- > 0;)
    if (Branches[Before].Last == First)
      First = Branches[Before].First;
  return Lines[First];
}

bool Directives::excludeEachOther(unsigned Offset, unsigned Other) const {
  const std::vector<unsigned> There = around(Other);
  return llvm::any_of(around(Offset), [&](unsigned Branch) {
    return llvm::any_of(There, [&](unsigned Beside) {
      return Beside != Branch && &ifOf(Beside) == &ifOf(Branch);
    });
  });
}

std::vector<unsigned>
Directives::aroundAll(llvm::ArrayRef<unsigned> Offsets) const {
  std::vector<unsigned> Out;
  for (auto [I, Offset] : llvm::enumerate(Offsets)) {
    std::vector<unsigned> Here = around(Offset);
    if (I == 0)
      Out = std::move(Here);
    else
      llvm::erase_if(Out, [&](unsigned Branch) {
        return !llvm::is_contained(Here, Branch);
      });
  }
  return Out;
}

} // namespace cudapipe
