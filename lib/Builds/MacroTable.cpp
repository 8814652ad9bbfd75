//===- MacroTable.cpp - All definitions of macros -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   All definitions of macros
//   Macros that the command line fills with code
//
//===----------------------------------------------------------------------===//

#include "MacroTable.h"
#include "HiddenChanges.h"
#include "cudapipe/Analyze/PerAst.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cudapipe {

//===- All definitions of macros ----------------------------------------===//

static bool sameTokens(const MacroTokens &A, const MacroTokens &B) {
  return llvm::equal(A, B, [](const MacroToken &X, const MacroToken &Y) {
    return X.Kind == Y.Kind && X.Word == Y.Word;
  });
}

bool DefinedMacro::operator==(const DefinedMacro &O) const {
  return TakesArguments == O.TakesArguments && Parameters == O.Parameters &&
         sameTokens(Body, O.Body);
}

MacroTokens macroTokens(llvm::StringRef Code, const ASTContext &Ctx) {
  const std::string Ended = Code.str();
  Lexer Lex(SourceLocation(), Ctx.getLangOpts(), Ended.c_str(), Ended.c_str(),
            Ended.c_str() + Ended.size());
  MacroTokens Out;
  Token Tok;
  for (bool AtEnd = false; !AtEnd;) {
    AtEnd = Lex.LexFromRawLexer(Tok);
    if (Tok.is(tok::eof))
      break;
    const char *End = Ended.c_str() + Lex.getCurrentBufferOffset();
    // Numbers are told apart as words are.
    bool IsLiteral = Tok.isOneOf(tok::numeric_constant, tok::string_literal,
                                 tok::char_constant);
    Out.push_back({Tok.getKind(),
                   Tok.is(tok::raw_identifier) ? Tok.getRawIdentifier().str()
                   : IsLiteral ? std::string(End - Tok.getLength(), End)
                               : ""});
  }
  return Out;
}

/// What follows the word `define`.
static std::pair<std::string, DefinedMacro>
readDefinition(llvm::StringRef Line, const ASTContext &Ctx) {
  MacroTokens Tokens = macroTokens(Line, Ctx);
  if (Tokens.empty() || !Tokens.front().isWord())
    return {};
  std::string Name = Tokens.front().Word;
  DefinedMacro Out;
  size_t At = 1;
  llvm::StringRef Behind =
      Line.ltrim().drop_front(std::min(Name.size(), Line.ltrim().size()));
  if (Behind.starts_with("(")) {
    Out.TakesArguments = true;
    for (At = 2; At < Tokens.size() && Tokens[At].Kind != tok::r_paren; ++At)
      if (Tokens[At].isWord())
        Out.Parameters.push_back(Tokens[At].Word);
      else if (Tokens[At].Kind == tok::ellipsis)
        Out.Parameters.push_back("__VA_ARGS__");
    ++At;
  }
  if (At < Tokens.size())
    Out.Body.assign(Tokens.begin() + At, Tokens.end());
  return {std::move(Name), std::move(Out)};
}

/// The last line of \p Front that is no comment is `#ifndef NAME` or `#if
/// !defined(NAME)`.
static bool asksFor(llvm::StringRef Front, llvm::StringRef Name) {
  while (!Front.empty()) {
    auto [Before, Line] = Front.rtrim().rsplit('\n');
    if (Line.empty())
      std::swap(Before, Line);
    Front = Before;
    Line = Line.trim();
    if (Line.starts_with("//") || Line.starts_with("/*") ||
        Line.starts_with("*"))
      continue;
    Line = Line.split("//").first.split("/*").first;
    std::string Packed;
    for (char C : Line)
      if (!isWhitespace(C) && C != '(' && C != ')')
        Packed += C;
    return Packed == ("#ifndef" + Name).str() ||
           Packed == ("#if!defined" + Name).str();
  }
  return false;
}

/// The macros that are defined behind the mark of the command line.
void MacroTable::readCommandLine(llvm::StringRef Predefines,
                                 const ASTContext &Ctx) {
  size_t Mark = Predefines.find("\"<command line>\"");
  if (Mark == llvm::StringRef::npos)
    return;
  llvm::StringRef Rest = Predefines.drop_front(Mark);
  while (!Rest.empty()) {
    auto [Line, Behind] = Rest.split('\n');
    Rest = Behind;
    if (!Line.consume_front("#define "))
      continue;
    auto [Name, D] = readDefinition(Line, Ctx);
    if (!Name.empty())
      OfCommand[Name].push_back(std::move(D));
  }
}

bool MacroTable::mayBeOther(llvm::StringRef Name) const {
  return OfCommand.contains(Name) ||
         llvm::any_of(definitions(Name),
                      [](const DefinedMacro &D) { return !D.IsRead; });
}

void MacroTable::readFile(FileID File, const ASTContext &Ctx,
                          const llvm::DenseSet<unsigned> &Read) {
  llvm::StringRef Code = Ctx.getSourceManager().getBufferData(File);
  auto ForLines = [&](llvm::StringRef Word, auto Do) {
    for (size_t At = Code.find(Word); At != llvm::StringRef::npos;
         At = Code.find(Word, At + 1)) {
      llvm::StringRef Front = Code.take_front(At).rtrim(" \t");
      if (!Front.consume_back("#"))
        continue;
      Front = Front.rtrim(" \t");
      if (!Front.empty() && Front.back() != '\n' && Front.back() != '\r')
        continue;
      size_t Begin = At + Word.size(), End = Begin;
      do {
        End = Code.find('\n', End + 1);
      } while (End != llvm::StringRef::npos &&
               Code.slice(Begin, End).rtrim("\r").ends_with("\\"));
      auto [Name, D] = readDefinition(Code.slice(Begin, End), Ctx);
      if (!Name.empty())
        Do(Front, Begin, std::min(End, Code.size()), Name, std::move(D));
    }
  };
  ForLines("define", [&](llvm::StringRef Front, size_t Begin, size_t End,
                         llvm::StringRef Name, DefinedMacro D) {
    if (asksFor(Front, Name))
      OfCommand.try_emplace(Name);
    for (unsigned I = Begin; I < End; ++I)
      D.IsRead |= Read.contains(I);
    Lines[Name].push_back({File, unsigned(Front.size()), D});
    std::vector<DefinedMacro> &Known = Macros[Name];
    auto Same = llvm::find(Known, D);
    if (Same == Known.end())
      Known.push_back(std::move(D));
    else
      Same->IsRead |= D.IsRead;
  });
  ForLines("undef", [&](llvm::StringRef Front, size_t, size_t,
                        llvm::StringRef Name, DefinedMacro) {
    Lines[Name].push_back({File, unsigned(Front.size())});
  });
}

const MacroTable &MacroTable::of(const ASTContext &Ctx) {
  struct Told : std::optional<MacroTable> {};
  auto &Known = perAst<Told>(Ctx);
  if (!Known)
    Known.emplace().read(Ctx);
  return *Known;
}

void MacroTable::read(const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  llvm::DenseMap<FileID, llvm::DenseSet<unsigned>> Read;
  llvm::SmallVector<FileID, 16> Files;
  forReadMacros(SM, [&](SourceLocation From) {
    auto [File, At] = SM.getDecomposedLoc(From);
    Read[File].insert(At);
  });
  forUserBuffers(SM, [&](FileID File) {
    if (SM.getFileEntryRefForID(File))
      Files.push_back(File);
    else if (auto Buffer = SM.getBufferDataOrNone(File))
      readCommandLine(*Buffer, Ctx);
  });
  for (FileID File : Files)
    readFile(File, Ctx, Read[File]);
  for (FileID File : Files)
    readQuestions(SM.getBufferData(File));
  readLines(SM);
}

llvm::ArrayRef<DefinedMacro>
MacroTable::definitions(llvm::StringRef Name) const {
  auto It = Macros.find(Name);
  if (It == Macros.end())
    return {};
  return It->second;
}

std::optional<std::vector<MacroTokens>>
MacroTable::arguments(llvm::ArrayRef<MacroToken> Tokens, size_t &At) {
  if (At + 1 >= Tokens.size() || Tokens[At + 1].Kind != tok::l_paren)
    return std::nullopt;
  std::vector<MacroTokens> Out(1);
  unsigned Depth = 0;
  for (size_t I = At + 1; I < Tokens.size(); ++I) {
    const MacroToken &Tok = Tokens[I];
    if (Tok.Kind == tok::l_paren && ++Depth == 1)
      continue;
    if (Tok.Kind == tok::r_paren && --Depth == 0) {
      At = I;
      return Out;
    }
    if (Tok.Kind == tok::comma && Depth == 1)
      Out.emplace_back();
    else
      Out.back().push_back(Tok);
  }
  return std::nullopt;
}

MacroTokens MacroTable::replaced(const DefinedMacro &D,
                                 llvm::ArrayRef<MacroTokens> Arguments) {
  MacroTokens Out;
  bool Pastes = false;
  for (const MacroToken &Tok : D.Body) {
    if (Tok.Kind == tok::hashhash) {
      Pastes = true;
      continue;
    }
    size_t First = Out.size();
    auto Param =
        Tok.isWord() ? llvm::find(D.Parameters, Tok.Word) : D.Parameters.end();
    size_t I = Param - D.Parameters.begin();
    if (Param == D.Parameters.end())
      Out.push_back(Tok);
    else if (*Param != "__VA_ARGS__" && I < Arguments.size())
      Out.insert(Out.end(), Arguments[I].begin(), Arguments[I].end());
    else
      for (; I < Arguments.size(); ++I)
        Out.insert(Out.end(), Arguments[I].begin(), Arguments[I].end());
    if (Pastes && First > 0 && First < Out.size() && Out[First - 1].isWord()) {
      Out[First - 1].Word += Out[First].Word;
      Out.erase(Out.begin() + First);
    }
    Pastes = false;
  }
  return Out;
}

bool MacroTable::expand(llvm::ArrayRef<MacroToken> Tokens, MacroTokens &Out,
                        unsigned Depth) const {
  if (Depth > 16 || Out.size() > 10000)
    return false;
  for (size_t I = 0; I < Tokens.size(); ++I) {
    llvm::ArrayRef<DefinedMacro> All = Tokens[I].isWord()
                                           ? definitions(Tokens[I].Word)
                                           : llvm::ArrayRef<DefinedMacro>();
    size_t End = I;
    std::optional<std::vector<MacroTokens>> Given = arguments(Tokens, End);
    bool IsMacro = false, UsesGiven = false;
    for (const DefinedMacro &D : All) {
      if (D.TakesArguments && !Given)
        continue;
      IsMacro = true;
      UsesGiven |= D.TakesArguments;
      MacroTokens Text =
          replaced(D, Given ? *Given : std::vector<MacroTokens>());
      // A macro does not expand itself.
      for (MacroToken &Tok : Text)
        if (Tok.Word == Tokens[I].Word && Tok.isWord())
          Tok.Kind = tok::identifier;
      if (!expand(Text, Out, Depth + 1))
        return false;
    }
    if (!IsMacro)
      Out.push_back(Tokens[I]);
    else if (UsesGiven)
      I = End;
  }
  return true;
}

//===- Macros that the command line fills with code ---------------------===//
//   #ifndef AT_END
//   #define AT_END                 -DAT_END='k += 1' is no text that we see
//   #endif
//
// A value may be another one, and is taken to remain a value: `#define BK 16`.

/// Adds what `#ifdef NAME` or `defined(NAME)` asks for and nothing defines.
void MacroTable::readQuestions(llvm::StringRef Code) {
  while (!Code.empty()) {
    auto [Line, Behind] = Code.split('\n');
    Code = Behind;
    Line = Line.ltrim();
    if (!Line.consume_front("#") || !(Line = Line.ltrim()).starts_with("if"))
      continue;
    bool Asks = Line.starts_with("ifdef") || Line.starts_with("ifndef");
    while (!Line.empty()) {
      llvm::StringRef Word =
          Line.take_while([](char C) { return isAsciiIdentifierContinue(C); });
      Line = Line.drop_front(std::max<size_t>(Word.size(), 1));
      if (Word.empty() || Word == "ifdef" || Word == "ifndef")
        continue;
      if (Asks && !Macros.count(Word))
        OfCommand.try_emplace(Word);
      Asks = Word == "defined";
    }
  }
}

MacroTokens statementTokens(const SourceText &Text, TextRange Range,
                            const ASTContext &Ctx) {
  std::vector<unsigned> At;
  MacroTokens All = macroTokens(Text, Range, Ctx, &At), Out;
  const std::vector<Directive> Lines = Text.directives(Range);
  for (auto [Tok, Place] : llvm::zip(All, At))
    if (llvm::none_of(Lines, [&, At = Place](const Directive &D) {
          return D.Line.contains({At, At});
        }))
      Out.push_back(std::move(Tok));
  return Out;
}

/// All that \p Name is known to be defined by computes, or names a type.
bool MacroTable::isValue(llvm::StringRef Name) const {
  auto Computes = [](const DefinedMacro &D) {
    return !D.Body.empty() && llvm::none_of(D.Body, [](const MacroToken &Tok) {
      return changes(Tok.Kind) || Tok.Kind == tok::semi ||
             Tok.Kind == tok::l_brace ||
             (Tok.isWord() && leavesOrWaits(Tok.Word));
    });
  };
  return llvm::all_of(definitions(Name), Computes) &&
         llvm::all_of(givenDefinitions(Name), Computes);
}

/// A statement may begin behind \p Tok.
static bool endsStatement(const MacroToken &Tok) {
  return Tok.Kind == tok::semi || Tok.Kind == tok::l_brace ||
         Tok.Kind == tok::r_brace || Tok.Word == "else" || Tok.Word == "do";
}

llvm::StringRef MacroTable::filledIn(llvm::ArrayRef<MacroToken> Tokens) const {
  SeenMacros Seen;
  return filledIn(Tokens, /*AreStatements=*/true, Seen);
}

llvm::StringRef MacroTable::filledIn(llvm::ArrayRef<MacroToken> Tokens,
                                     bool AreStatements,
                                     SeenMacros &Seen) const {
  for (size_t I = 0; I < Tokens.size(); ++I) {
    // Most words are no macros.
    if (!Tokens[I].isWord() ||
        !(isOfCommand(Tokens[I].Word) || Macros.contains(Tokens[I].Word)))
      continue;
    size_t End = I;
    arguments(Tokens, End);
    const bool Begins = I ? endsStatement(Tokens[I - 1]) : AreStatements;
    const bool Ends = End + 1 < Tokens.size()
                          ? Tokens[End + 1].Kind == tok::semi ||
                                Tokens[End + 1].Kind == tok::r_brace
                          : AreStatements;
    if (isOfCommand(Tokens[I].Word) &&
        ((Begins && Ends) || !isValue(Tokens[I].Word)))
      return OfCommand.find(Tokens[I].Word)->getKey();
    auto Defined = Macros.find(Tokens[I].Word);
    if (Defined == Macros.end() ||
        !Seen.insert({Defined->second.data(), Begins && Ends}).second)
      continue;
    for (const DefinedMacro &D : Defined->second)
      if (llvm::StringRef Name = filledIn(D.Body, Begins && Ends, Seen);
          !Name.empty())
        return Name;
  }
  return "";
}

} // namespace cudapipe
