//===- MacroText.cpp - What a macro stands for, as text -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #define LOAD(dst, src, k) \
//     do { dst[ty][tx] = src[k]; } while (0)
//   LOAD(As, A, row * K + k);     ->   As[ty][tx] = A[row * K + k];
//
// One step of what the preprocessor does, so the meaning is the same. Macros in
// the macro's text stay macros.
//
//===----------------------------------------------------------------------===//

#include "BodyNames.h"
#include "Builds/MacroTable.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

struct Piece {
  Token Tok;
  unsigned Begin, End;
};

/// The tokens of \p Code; line splices are blanks.
std::vector<Piece> tokensOf(StringRef Code, const LangOptions &Options) {
  std::vector<Piece> Out;
  // The lexer reads on up to a zero.
  const std::string Ended = Code.str();
  Lexer Lex(SourceLocation(), Options, Ended.data(), Ended.data(),
            Ended.data() + Ended.size());
  Token Tok;
  while (true) {
    bool AtEnd = Lex.LexFromRawLexer(Tok);
    if (Tok.is(tok::eof))
      return Out;
    unsigned End = Lex.getBufferLocation() - Ended.data();
    unsigned Begin = End - Tok.getLength();
    if (Tok.is(tok::raw_identifier))
      Tok.setRawIdentifierData(Code.data() + Begin);
    else if (Tok.isLiteral())
      Tok.setLiteralData(Code.data() + Begin);
    Out.push_back({Tok, Begin, End});
    if (AtEnd)
      return Out;
  }
}

/// A macro's definition.
struct Macro {
  std::string Name;
  bool TakesArguments = false;
  std::vector<std::string> Params;
  std::string Text;
};

/// The definition whose text holds the offset \p At of \p Code.
std::optional<Macro> definitionAt(StringRef Code, unsigned At,
                                  const LangOptions &Options) {
  size_t Begin = At;
  auto LineStart = [&](size_t From) {
    size_t Break = Code.rfind('\n', From);
    return Break == StringRef::npos ? 0 : Break + 1;
  };
  Begin = LineStart(At);
  while (Begin > 0 &&
         Code.slice(LineStart(Begin - 1), Begin).rtrim("\r\n").ends_with("\\"))
    Begin = LineStart(Begin - 1);
  size_t End = Code.find('\n', At);
  while (End != StringRef::npos &&
         Code.take_front(End).rtrim("\r").ends_with("\\"))
    End = Code.find('\n', End + 1);
  std::string Line = Code.slice(Begin, End).rtrim("\r").str();
  std::vector<Piece> Tokens = tokensOf(Line, Options);
  auto Is = [&](size_t I, StringRef Word) {
    return I < Tokens.size() && Tokens[I].Tok.is(tok::raw_identifier) &&
           Tokens[I].Tok.getRawIdentifier() == Word;
  };
  if (Tokens.size() < 4 || Tokens[0].Tok.isNot(tok::hash) || !Is(1, "define"))
    return std::nullopt;
  Macro Out;
  Out.Name = Tokens[2].Tok.is(tok::raw_identifier)
                 ? Tokens[2].Tok.getRawIdentifier().str()
                 : "";
  size_t I = 3;
  Out.TakesArguments =
      Tokens[3].Tok.is(tok::l_paren) && Tokens[3].Begin == Tokens[2].End;
  if (Out.TakesArguments) {
    for (++I; I < Tokens.size() && Tokens[I].Tok.isNot(tok::r_paren); ++I) {
      if (Tokens[I].Tok.is(tok::raw_identifier))
        Out.Params.push_back(Tokens[I].Tok.getRawIdentifier().str());
      else if (Tokens[I].Tok.isNot(tok::comma))
        return std::nullopt;
    }
    ++I;
  }
  if (I >= Tokens.size())
    return std::nullopt;
  Out.Text = Line.substr(Tokens[I].Begin);
  return Out;
}

/// The arguments of the macro call \p Code.
std::optional<std::vector<std::string>>
argumentsOf(StringRef Code, const LangOptions &Options) {
  std::string Copy = Code.str();
  std::vector<Piece> Tokens = tokensOf(Copy, Options);
  if (Tokens.size() < 3 || Tokens[1].Tok.isNot(tok::l_paren) ||
      Tokens.back().Tok.isNot(tok::r_paren))
    return std::nullopt;
  std::vector<std::string> Out;
  unsigned Depth = 0, Begin = Tokens[1].End;
  for (const Piece &P : llvm::ArrayRef(Tokens).drop_front(2)) {
    if (P.Tok.is(tok::l_paren))
      ++Depth;
    bool Ends = Depth == 0 && P.Tok.isOneOf(tok::comma, tok::r_paren);
    if (P.Tok.is(tok::r_paren) && Depth > 0)
      --Depth;
    if (!Ends)
      continue;
    Out.push_back(StringRef(Copy).slice(Begin, P.Begin).trim().str());
    Begin = P.End;
  }
  return Out;
}

/// `(x)` of \p Tokens with the parameter x at \p I, no call and no cast, needs
/// no parentheses around an argument; \p IsWord: that is one word.
bool isInSpareParentheses(llvm::ArrayRef<Piece> Tokens, size_t I, bool IsWord) {
  if (I < 2 || I + 1 >= Tokens.size() ||
      Tokens[I - 1].Tok.isNot(tok::l_paren) ||
      Tokens[I + 1].Tok.isNot(tok::r_paren))
    return false;
  const Token &Before = Tokens[I - 2].Tok;
  if (Before.isOneOf(tok::l_square, tok::equal) &&
      (I + 2 == Tokens.size() ||
       Tokens[I + 2].Tok.isOneOf(tok::r_square, tok::comma, tok::semi)))
    return true;
  return IsWord && Before.isOneOf(tok::l_square, tok::l_paren, tok::comma,
                                  tok::equal, tok::plus, tok::minus, tok::star,
                                  tok::slash, tok::percent, tok::less);
}

/// \p M with \p Arguments in the place of its parameters. \p IsWord tells
/// names and numbers.
std::optional<std::string> expand(const Macro &M,
                                  llvm::ArrayRef<std::string> Arguments,
                                  llvm::function_ref<bool(StringRef)> IsWord,
                                  const LangOptions &Options) {
  std::string Out;
  unsigned At = 0;
  std::vector<Piece> Tokens = tokensOf(M.Text, Options);
  for (auto [I, P] : llvm::enumerate(Tokens)) {
    if (P.Tok.isOneOf(tok::hash, tok::hashhash))
      return std::nullopt;
    if (P.Tok.isNot(tok::raw_identifier))
      continue;
    StringRef Name = P.Tok.getRawIdentifier();
    // A macro's own name is not expanded again in its text; here it would be.
    if (Name == M.Name || Name == "__VA_ARGS__" || Name == "__VA_OPT__" ||
        Name == "_Pragma")
      return std::nullopt;
    auto Param = llvm::find(M.Params, Name);
    if (Param == M.Params.end())
      continue;
    const std::string &Value = Arguments[Param - M.Params.begin()];
    bool Spare = isInSpareParentheses(Tokens, I, IsWord(Value));
    Out += M.Text.substr(At, P.Begin - Spare - At);
    Out += Value;
    At = P.End + Spare;
  }
  Out += M.Text.substr(At);
  // The line splices go.
  std::string Lines;
  llvm::SmallVector<StringRef> Split;
  StringRef(Out).split(Split, '\n');
  for (StringRef Line : Split)
    Lines += (Line.rtrim().ends_with("\\") ? Line.rtrim().drop_back() : Line)
                 .rtrim()
                 .str() +
             "\n";
  return Lines;
}

/// What `do { ... } while (0)` and `{ ... }` hold; else \p Code. A break of
/// the do stays in it.
StringRef unwrapped(StringRef Code, const LangOptions &Options) {
  std::vector<Piece> Tokens = tokensOf(Code, Options);
  auto Is = [&](size_t I, StringRef Word) {
    return Tokens[I].Tok.is(tok::raw_identifier) &&
           Tokens[I].Tok.getRawIdentifier() == Word;
  };
  size_t N = Tokens.size(), First = 0, Last = N - 1;
  for (size_t I = 0; I < N; ++I)
    if (Is(I, "break") || Is(I, "continue"))
      return Code;
  if (N > 6 && Is(0, "do") && Tokens[N - 1].Tok.is(tok::r_paren) &&
      Is(N - 4, "while") && Tokens[N - 2].Tok.is(tok::numeric_constant)) {
    First = 1;
    Last = N - 5;
  }
  if (N < 2 || Tokens[First].Tok.isNot(tok::l_brace) ||
      Tokens[Last].Tok.isNot(tok::r_brace))
    return Code;
  unsigned Depth = 0;
  for (size_t I = First; I < Last; ++I) {
    Depth += Tokens[I].Tok.is(tok::l_brace);
    Depth -= Tokens[I].Tok.is(tok::r_brace);
    if (Depth == 0)
      return Code;
  }
  return Code.slice(Tokens[First].End, Tokens[Last].Begin);
}

/// What the expansion of \p Site declares.
NameSet declaredAt(const CallSite &Site) {
  const SourceManager &SM = Site.Ctx.getSourceManager();
  NameSet Out;
  for (const auto &[Name, Place] : declarationsOf(Site.Kernel))
    if (Place.isMacroID() &&
        SM.getFileOffset(SM.getExpansionLoc(Place)) == Site.Range.Begin)
      Out.insert(Name);
  return Out;
}

} // namespace

std::optional<CalledText> textOfMacro(SourceLocation Inside,
                                      const CallSite &Site) {
  const SourceManager &SM = Site.Ctx.getSourceManager();
  const LangOptions &Options = Site.Ctx.getLangOpts();
  // Out of the arguments and inner macros, to the outermost macro's own text.
  while (true) {
    SourceLocation Out = SM.getImmediateMacroCallerLoc(Inside);
    if (SM.isMacroArgExpansion(Inside))
      Out = SM.getImmediateExpansionRange(Inside).getBegin();
    if (!Out.isMacroID())
      break;
    Inside = Out;
  }
  SourceLocation Spelled = SM.getSpellingLoc(Inside);
  if (SM.isInSystemHeader(Spelled) || SM.isMacroArgExpansion(Inside))
    return std::nullopt;
  auto [File, At] = SM.getDecomposedLoc(Spelled);
  if (isOfIncluder(File, Site))
    return std::nullopt;
  std::optional<Macro> M = definitionAt(SM.getBufferData(File), At, Options);
  // What an #if switches off may be another one.
  if (!M || llvm::any_of(MacroTable::in(Site.Text.file(), Site.Range, Site.Ctx)
                             .definitions(M->Name),
                         [](const DefinedMacro &D) { return !D.IsRead; }))
    return std::nullopt;
  std::vector<std::string> Arguments;
  if (M->TakesArguments) {
    StringRef Code = Site.Text.text(Site.Range).rtrim("; \t");
    std::optional<std::vector<std::string>> Given = argumentsOf(Code, Options);
    // LOAD(): no parameter is given nothing.
    if (Given && M->Params.empty() && Given->size() == 1 &&
        Given->front().empty())
      Given->clear();
    if (!Given || Given->size() != M->Params.size())
      return std::nullopt;
    Arguments = std::move(*Given);
  }
  std::multimap<std::string, SourceLocation> Declared =
      declarationsOf(Site.Kernel);
  std::optional<std::string> Expanded = expand(
      *M, Arguments,
      [&](StringRef Value) {
        return Value.empty() || Declared.count(Value.str()) ||
               (llvm::isDigit(Value.front()) && llvm::all_of(Value, [](char C) {
                  return llvm::isAlnum(C) || C == '.';
                }));
      },
      Options);
  if (!Expanded)
    return std::nullopt;
  StringRef Code = StringRef(*Expanded).trim();
  StringRef Inner = unwrapped(Code, Options);
  CalledText Out;
  Out.HasScope = Inner.data() != Code.data();
  Out.Declares = declaredAt(Site);
  Out.Means = namesIn(Inner);
  std::string Text = Inner.trim().str();
  if (!Text.empty() && Text.back() != ';' && Text.back() != '}')
    Text += ';';
  // The first line follows the macro's name, or stands on a line of its own.
  if (Inner.ltrim(" \t").starts_with("\n")) {
    Text = unindented(Inner);
    if (StringRef Trimmed = StringRef(Text).rtrim();
        !Trimmed.ends_with(";") && !Trimmed.ends_with("}"))
      Text = Trimmed.str() + ";";
  }
  size_t Break = Text.find('\n');
  if (Break != std::string::npos && Inner.data() == Code.data())
    Text = Text.substr(0, Break + 1) + unindented(Text.substr(Break + 1));
  Out.Body = unindented(Text);
  Out.PragmasAtLineStart = hasPragmasAtLineStart(Text);
  return Out;
}

} // namespace cudapipe
