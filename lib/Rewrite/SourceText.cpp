//===- SourceText.cpp - The user's text, by offset ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceText.h"
#include "Builds/MacroTable.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

SourceText::SourceText(FileID File, const ASTContext &Ctx)
    : File(File), Ctx(&Ctx), Code(Ctx.getSourceManager().getBufferData(File)) {}

std::optional<TextRange> SourceText::range(SourceRange Range) const {
  const SourceManager &SM = Ctx->getSourceManager();
  CharSourceRange Chars = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Range), SM, Ctx->getLangOpts());
  if (Chars.isInvalid())
    return std::nullopt;
  auto [BeginFile, Begin] = SM.getDecomposedLoc(Chars.getBegin());
  auto [EndFile, End] = SM.getDecomposedLoc(Chars.getEnd());
  if (BeginFile != File || EndFile != File || End < Begin)
    return std::nullopt;
  return TextRange{Begin, End};
}

std::optional<TextRange> SourceText::range(const Stmt *S) const {
  std::optional<TextRange> R = range(S->getSourceRange());
  const auto *InBraces = dyn_cast<ParenExpr>(S);
  return R && InBraces && Code[R->Begin] == '{' ? range(InBraces->getSubExpr())
                                                : R;
}

/// The statement that ends where \p S ends.
static const Stmt *lastOf(const Stmt *S) {
  for (;;) {
    const Stmt *Inner = nullptr;
    if (const auto *If = dyn_cast<IfStmt>(S))
      Inner = If->getElse() ? If->getElse() : If->getThen();
    else if (const auto *For = dyn_cast<ForStmt>(S))
      Inner = For->getBody();
    else if (const auto *For = dyn_cast<CXXForRangeStmt>(S))
      Inner = For->getBody();
    else if (const auto *While = dyn_cast<WhileStmt>(S))
      Inner = While->getBody();
    else if (const auto *Switch = dyn_cast<SwitchStmt>(S))
      Inner = Switch->getBody();
    else if (const auto *Case = dyn_cast<SwitchCase>(S))
      Inner = Case->getSubStmt();
    else if (const auto *Label = dyn_cast<LabelStmt>(S))
      Inner = Label->getSubStmt();
    else if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
      Inner = Attributed->getSubStmt();
    if (!Inner)
      return S;
    S = Inner;
  }
}

/// The end of the macro invocation in a file whose last words are the token at
/// \p Last and a semicolon; invalid if there are others.
static SourceLocation endOfInvocation(SourceLocation Last,
                                      const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  bool SawSemicolon = false;
  while (Last.isMacroID()) {
    SourceLocation At = SM.getSpellingLoc(Last);
    unsigned Length = Lexer::MeasureTokenLength(At, SM, Ctx.getLangOpts());
    if (SM.isMacroArgExpansion(Last)) {
      if (!SM.isAtEndOfImmediateMacroExpansion(Last.getLocWithOffset(Length)))
        return {};
    } else {
      // The rest of the #define.
      StringRef Code = SM.getBufferData(SM.getFileID(At));
      Lexer Lex(SM.getLocForStartOfFile(SM.getFileID(At)), Ctx.getLangOpts(),
                Code.begin(), Code.begin() + SM.getFileOffset(At), Code.end());
      Token Tok;
      bool IsEnd = Lex.LexFromRawLexer(Tok) || Lex.LexFromRawLexer(Tok);
      if (!SawSemicolon && Tok.is(tok::semi) && !Tok.isAtStartOfLine()) {
        SawSemicolon = true;
        IsEnd = Lex.LexFromRawLexer(Tok);
      }
      if (!IsEnd && !Tok.isAtStartOfLine())
        return {};
    }
    Last = SM.getImmediateExpansionRange(Last).getEnd();
  }
  return SawSemicolon ? Last : SourceLocation();
}

/// `LOAD(a, b)`, a macro that is all of \p S, with its semicolon.
std::optional<TextRange> SourceText::invocation(const Stmt *S) const {
  const SourceManager &SM = Ctx->getSourceManager();
  SourceLocation Begin;
  if (!S->getBeginLoc().isMacroID() || !S->getEndLoc().isMacroID() ||
      !Lexer::isAtStartOfMacroExpansion(S->getBeginLoc(), SM,
                                        Ctx->getLangOpts(), &Begin))
    return std::nullopt;
  SourceLocation End = endOfInvocation(S->getEndLoc(), *Ctx);
  if (End.isInvalid() || Begin.isMacroID() ||
      End != SM.getExpansionRange(S->getBeginLoc()).getEnd())
    return std::nullopt;
  return range(SourceRange(Begin, End));
}

/// A definition of the macro \p Name that another build has makes no statement,
/// so that what comes next belongs to it: `_Pragma("unroll")`, `unsigned`.
static bool mayBeginStatement(StringRef Name, const ASTContext &Ctx) {
  const MacroTable &Macros = MacroTable::of(Ctx);
  bool Begins = false;
  for (const DefinedMacro &D : Macros.definitions(Name)) {
    MacroTokens Made;
    if (!Macros.expand(D.Body, Made))
      return false;
    if (Made.empty())
      continue;
    if (Made.back().Kind == tok::semi || Made.back().Kind == tok::r_brace)
      return false;
    Begins = true;
  }
  return Begins;
}

/// The start of the macros that stand right in front of \p Offset, where a
/// statement starts, and are empty in this build: `UNROLL for (..)`.
unsigned SourceText::behindEmptyMacros(unsigned Offset) const {
  std::optional<llvm::DenseSet<unsigned>> Expanded;
  while (true) {
    StringRef Front = Code.take_front(Offset).rtrim();
    if (Front.ends_with(")"))
      for (unsigned Depth = 0; !Front.empty(); Front = Front.drop_back()) {
        Depth += Front.back() == ')';
        Depth -= Front.back() == '(';
        if (Depth == 0) {
          Front = Front.drop_back().rtrim();
          break;
        }
      }
    size_t Begin = Front.size();
    while (Begin > 0 && isAsciiIdentifierContinue(Front[Begin - 1]))
      --Begin;
    if (Begin == Front.size())
      return Offset;
    StringRef Line = Front.drop_front(lineStart(Begin));
    const IdentifierInfo *Known = findIdentifier(Front.substr(Begin), *Ctx);
    if (!Known || !Known->hadMacroDefinition() || Line.contains("//") ||
        Line.ltrim().starts_with("#"))
      return Offset;
    if (!Expanded)
      Expanded = expansions();
    if (Expanded->contains(Begin) ||
        !mayBeginStatement(Front.substr(Begin), *Ctx))
      return Offset;
    Offset = Begin;
  }
}

std::optional<TextRange> SourceText::statement(const Stmt *S) const {
  std::optional<TextRange> R = range(S);
  if (!R)
    return invocation(S);
  R->Begin = behindEmptyMacros(R->Begin);
  // Expression statements and asm end before their semicolon.
  unsigned At = R->End;
  while (At < Code.size() && isWhitespace(Code[At]))
    ++At;
  if (R->End > 0 && Code[R->End - 1] != ';' && Code[R->End - 1] != '}' &&
      At < Code.size() && Code[At] == ';')
    R->End = At + 1;
  // Their last brace may be that of a list: `v = {x, y};`
  else if (isa<Expr, DoStmt, AsmStmt, ReturnStmt>(lastOf(S)) &&
           At < Code.size() && Code[At] == ';')
    R->End = At + 1;
  return R;
}

std::optional<std::string> SourceText::text(const Stmt *S) const {
  std::optional<TextRange> R = range(S);
  if (!R)
    return std::nullopt;
  return text(*R).str();
}

unsigned SourceText::lineStart(unsigned Offset) const {
  size_t At = Code.rfind('\n', Offset); // looks in front of Offset
  return At == StringRef::npos ? 0 : At + 1;
}

unsigned SourceText::endOfTrivia(unsigned Offset) const {
  unsigned At = Offset;
  while (At < Code.size()) {
    if (Code[At] == ' ' || Code[At] == '\t' || Code[At] == '\r') {
      ++At;
    } else if (Code.substr(At).starts_with("//")) {
      size_t End = std::min(Code.find('\n', At), Code.size());
      StringRef Line = Code.slice(At, End).rtrim();
      // A comment that goes on in the next line is no place to write in.
      if (Line.ends_with("\\"))
        return Offset;
      At = End;
    } else if (Code.substr(At).starts_with("/*")) {
      size_t Close = Code.find("*/", At + 2);
      // A comment over several lines belongs to what follows it.
      if (Close == StringRef::npos || Code.slice(At, Close).contains('\n'))
        return Offset;
      At = Close + 2;
    } else if (Code[At] == '\n') {
      return At + 1;
    } else {
      return Offset;
    }
  }
  return At;
}

StringRef SourceText::indentAt(unsigned Offset) const {
  unsigned Start = lineStart(Offset), At = Start;
  while (At < Code.size() && (Code[At] == ' ' || Code[At] == '\t'))
    ++At;
  return Code.slice(Start, At);
}

/// Loops have it in front of them.
static bool isOfLoop(StringRef Pragma) {
  return Pragma.starts_with("unroll") || Pragma.starts_with("nounroll");
}

/// What stands in the parentheses that \p Code begins with, up to the first
/// that closes.
static StringRef insideParens(StringRef Code) {
  return Code.consume_front("(")
             ? Code.take_until([](char C) { return C == ')' || C == '\n'; })
                   .trim()
             : "";
}

static StringRef withoutWord(StringRef Code) {
  return Code.drop_while([](char C) { return isAsciiIdentifierContinue(C); })
      .ltrim();
}

/// The pragma that \p Code, the text of a macro or of a statement, is:
/// `_Pragma("unroll 4")`, `_Pragma(STRING(unroll n))`, `PRAGMA(unroll n)`.
/// `x` or `#x` where it is what a macro is given.
static StringRef operandOf(StringRef Code) {
  const bool IsOperator = Code.consume_front("_Pragma");
  if (!IsOperator) {
    StringRef Given = insideParens(withoutWord(Code));
    return isOfLoop(Given) && Given.contains(' ') ? Given : "";
  }
  Code = Code.ltrim();
  if (!Code.consume_front("("))
    return "";
  Code = Code.ltrim();
  if (Code.consume_front("\""))
    return Code.take_until([](char C) { return C == '"' || C == '\n'; });
  StringRef Given = insideParens(withoutWord(Code));
  return Given.empty() ? Code.take_until([](char C) { return C == ')'; })
                       : Given;
}

StringRef SourceText::pragmaAt(unsigned Offset) const {
  StringRef Line = Code.drop_front(lineStart(Offset)).take_until([](char C) {
    return C == '\n';
  });
  const unsigned At = lineStart(Offset) + Line.size() - Line.ltrim().size();
  Line = Line.split("//").first.trim();
  if (StringRef Rest = Line; Rest.consume_front("#")) {
    Rest = Rest.ltrim();
    return Rest.consume_front("pragma") ? Rest.trim() : "";
  }
  if (Line.starts_with("_Pragma"))
    return Line.ends_with(")") ? operandOf(Line) : "";
  // The macro is all that stands there.
  StringRef Behind =
      Line.drop_while([](char C) { return isAsciiIdentifierContinue(C); });
  if (Line.empty() || !isAsciiIdentifierStart(Line[0]) ||
      (!Behind.empty() && (!Behind.starts_with("(") || !Behind.ends_with(")"))))
    return "";
  const SourceManager &SM = Ctx->getSourceManager();
  for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isExpansion() || Entry.getExpansion().isMacroArgExpansion())
      continue;
    const SourceLocation From = Entry.getExpansion().getExpansionLocStart(),
                         Body = Entry.getExpansion().getSpellingLoc();
    if (!From.isFileID() || !Body.isFileID() || SM.getFileID(From) != File ||
        SM.getFileOffset(From) != At)
      continue;
    auto [Its, Begin] = SM.getDecomposedLoc(Body);
    StringRef Operand = operandOf(SM.getBufferData(Its).drop_front(Begin));
    // `PRAGMA(unroll)`, a macro that makes one of what it is given.
    return Operand.empty() || isOfLoop(Operand) ? Operand
                                                : insideParens(Behind);
  }
  return "";
}

Leading SourceText::leading(unsigned Offset) const {
  Leading Out;
  Out.Begin = lineStart(Offset);
  // Only a lexer knows what is a comment.
  std::vector<TextRange> Comments;
  unsigned CodeEnd = 0, NearBy = Out.Begin;
  while (NearBy > 0 && !text({lineStart(NearBy - 1), NearBy}).trim().empty() &&
         !text({lineStart(NearBy - 1), NearBy}).contains(';'))
    NearBy = lineStart(NearBy - 1);
  const SourceManager &SM = Ctx->getSourceManager();
  Lexer Lex(SM.getLocForStartOfFile(File), Ctx->getLangOpts(), Code.begin(),
            Code.begin(), Code.end());
  Lex.SetCommentRetentionState(true);
  Token Tok;
  while (!Lex.LexFromRawLexer(Tok)) {
    unsigned At = SM.getFileOffset(Tok.getLocation());
    if (At >= Offset)
      break;
    if (Tok.is(tok::comment)) {
      Comments.push_back({At, At + Tok.getLength()});
      continue;
    }
    // Those of macros are looked for right above only.
    StringRef Text = Code.substr(lineStart(At)).ltrim();
    if (!Text.starts_with("#pragma unroll") &&
        !Text.starts_with("#pragma nounroll") &&
        !(At >= NearBy && isOfLoop(pragmaAt(At))))
      CodeEnd = At + Tok.getLength();
  }
  auto InComment = [&](unsigned At) {
    return llvm::any_of(Comments, [&](const TextRange &C) {
      return C.Begin < At && At < C.End;
    });
  };
  unsigned Limit = std::max(CodeEnd, endOfTrivia(CodeEnd));
  while (Out.Begin > Limit) {
    unsigned Line = lineStart(Out.Begin - 1);
    if (Line < Limit ||
        (text({Line, Out.Begin}).trim().empty() && !InComment(Line)))
      break;
    if (text({Line, Out.Begin}).ltrim().starts_with("#") ||
        (!InComment(Line + 1) && isOfLoop(pragmaAt(Line))))
      Out.Pragmas.push_back({Line, Out.Begin});
    Out.Begin = Line;
  }
  // Never from the middle of a comment.
  while (Out.Begin < lineStart(Offset) && InComment(Out.Begin))
    Out.Begin = Code.find('\n', Out.Begin) + 1;
  return Out;
}

std::optional<tooling::AtomicChange>
SourceText::change(SourceLocation At, ArrayRef<TextEdit> Edits) const {
  const SourceManager &SM = Ctx->getSourceManager();
  tooling::AtomicChange Out(SM, At);
  for (const TextEdit &Edit : Edits)
    if (llvm::Error Overlap = Out.replace(
            SM,
            SM.getLocForStartOfFile(File).getLocWithOffset(Edit.Range.Begin),
            Edit.Range.End - Edit.Range.Begin, Edit.Text)) {
      llvm::consumeError(std::move(Overlap));
      return std::nullopt;
    }
  return Out;
}

std::optional<std::string>
SourceText::edited(TextRange Range, std::vector<TextEdit> Edits) const {
  llvm::sort(Edits, [](const TextEdit &A, const TextEdit &B) {
    return std::pair(A.Range.Begin, A.Range.End) <
           std::pair(B.Range.Begin, B.Range.End);
  });
  std::string Out;
  unsigned At = Range.Begin;
  for (const TextEdit &E : Edits) {
    if (!Range.contains(E.Range) || E.Range.Begin < At)
      return std::nullopt;
    Out += Code.slice(At, E.Range.Begin);
    Out += E.Text;
    At = E.Range.End;
  }
  Out += Code.slice(At, Range.End);
  return Out;
}

llvm::DenseSet<unsigned> SourceText::expansions() const {
  const SourceManager &SM = Ctx->getSourceManager();
  llvm::DenseSet<unsigned> Out;
  for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isExpansion() || Entry.getExpansion().isMacroArgExpansion())
      continue;
    SourceLocation At = Entry.getExpansion().getExpansionLocStart();
    if (At.isFileID() && SM.getFileID(At) == File)
      Out.insert(SM.getFileOffset(At));
  }
  return Out;
}

void SourceText::forTokens(
    TextRange Range,
    llvm::function_ref<void(const Token &, unsigned)> Each) const {
  const SourceManager &SM = Ctx->getSourceManager();
  Lexer Lex(SM.getLocForStartOfFile(File), Ctx->getLangOpts(), Code.begin(),
            Code.begin() + Range.Begin, Code.end());
  Token Tok;
  for (bool AtEnd = false; !AtEnd;) {
    AtEnd = Lex.LexFromRawLexer(Tok);
    unsigned At = SM.getFileOffset(Tok.getLocation());
    if (Tok.is(tok::eof) || At >= Range.End)
      return;
    Each(Tok, At);
  }
}

bool SourceText::hasConditionals(TextRange Range) const {
  return !directives(Range).empty();
}

bool SourceText::holdConditionals(llvm::ArrayRef<TextRange> Parts,
                                  TextRange Range) const {
  size_t Held = 0;
  for (const TextRange &Part : Parts) {
    int Depth = 0;
    for (const Directive &D : directives(Part)) {
      if (!(D.opens() || D.closes() || (D.divides() && Depth > 0)))
        return false;
      Depth += D.opens() - D.closes();
      if (Depth < 0)
        return false;
      ++Held;
    }
    if (Depth != 0)
      return false;
  }
  return Held == directives(Range).size();
}

std::vector<Directive> SourceText::directives(TextRange Range) const {
  const SourceManager &SM = Ctx->getSourceManager();
  Lexer Lex(SM.getLocForStartOfFile(File), Ctx->getLangOpts(), Code.begin(),
            Code.begin() + Range.Begin, Code.end());
  std::vector<Directive> Out;
  Token Tok;
  bool AtEnd = Lex.LexFromRawLexer(Tok);
  while (!AtEnd) {
    unsigned At = SM.getFileOffset(Tok.getLocation()), End = At;
    if (At >= Range.End)
      break;
    bool IsLine = Tok.is(tok::hash) && Tok.isAtStartOfLine();
    bool IsPragma =
        Tok.is(tok::raw_identifier) && Tok.getRawIdentifier() == "_Pragma";
    AtEnd = Lex.LexFromRawLexer(Tok);
    if (!IsLine && !IsPragma)
      continue;
    StringRef Name = "pragma";
    if (IsLine && !AtEnd && Tok.is(tok::raw_identifier) &&
        !Tok.isAtStartOfLine())
      Name = Tok.getRawIdentifier();
    for (bool First = true; !AtEnd && (First || !Tok.isAtStartOfLine());
         First = false) {
      if (IsLine && First && Tok.isAtStartOfLine())
        break; // A hash alone.
      End = SM.getFileOffset(Tok.getLocation()) + Tok.getLength();
      AtEnd = Lex.LexFromRawLexer(Tok);
    }
    // A comment behind it belongs to it.
    End = std::min(Code.find('\n', End), Code.size());
    if (Name != "pragma" || Code.slice(At, End).contains("_macro"))
      Out.push_back({{lineStart(At), unsigned(End)}, Name});
  }
  return Out;
}

std::vector<unsigned> SourceText::conditionalsAround(unsigned Offset) const {
  std::vector<unsigned> Out;
  std::optional<unsigned> Guard;
  std::vector<Directive> Lines = directives({0, unsigned(Code.size())});
  for (auto [I, D] : llvm::enumerate(Lines)) {
    if (D.Line.Begin >= Offset)
      break;
    if (D.opens()) {
      Out.push_back(D.Line.Begin);
      if (I == 0 && D.Name == "ifndef" && Lines.size() > 1 &&
          Lines[1].Name == "define")
        Guard = D.Line.Begin;
    } else if (D.divides() && !Out.empty()) {
      Out.back() = D.Line.Begin;
    } else if (D.closes() && !Out.empty()) {
      Out.pop_back();
    }
  }
  if (Guard && !Out.empty() && Out.front() == *Guard)
    Out.erase(Out.begin());
  return Out;
}

std::string reindent(StringRef Text, StringRef From, StringRef To) {
  std::string Out;
  llvm::SmallVector<StringRef, 16> Lines;
  Text.split(Lines, '\n');
  for (size_t I = 0; I < Lines.size(); ++I) {
    StringRef Line = Lines[I].rtrim("\r");
    if (I > 0)
      Out += '\n';
    // Some write their pragmas at the start of the line.
    if (I > 0 && !From.empty() && Line.starts_with("#")) {
      Out += Line;
      continue;
    }
    // The first line starts at the statement, without its indentation.
    if (I > 0 || Line.starts_with(From))
      for (char C : From)
        if (!Line.consume_front(StringRef(&C, 1)))
          break;
    if (!Line.trim().empty())
      Out += (To + Line).str();
  }
  return Out;
}

} // namespace cudapipe
