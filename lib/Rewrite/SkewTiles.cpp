//===- SkewTiles.cpp - Skewed columns, spelled out ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Rewrite/SkewTiles.h"
#include "Builds/MacroTable.h"
#include "Builds/TemplateSizes.h"
#include "Layout.h"
#include "SourceText.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Listed.h"
#include "cudapipe/Rewrite/LoopRewrite.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <set>

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

class TileSkewer {
public:
  TileSkewer(const FunctionDecl &Function, const ASTContext &Ctx)
      : Function(Function), Ctx(Ctx), SM(Ctx.getSourceManager()),
        Text(SM.getFileID(SM.getExpansionLoc(Function.getLocation())), Ctx),
        Names(Text.file(), Ctx), Sizes(Function, Text, Ctx) {}

  void skew(SkewedTile &Tile);
  void writeFunctions();
  std::optional<tooling::AtomicChange> change();

private:
  /// One function for all tiles that are skewed alike.
  struct Skewing {
    std::string Name;
    std::vector<std::string> Tiles;
    /// In front of the first of them.
    unsigned Line = ~0u;
    bool IsBest = true;
  };
  std::optional<TextRange> spelled(const Expr *E) const;
  bool isHidden(const std::vector<const VarDecl *> &Of) const;
  bool edit(SkewedTile &Tile, const std::string &Skewed,
            std::vector<TextEdit> &Edits, unsigned &Line) const;

  const FunctionDecl &Function;
  const ASTContext &Ctx;
  const SourceManager &SM;
  SourceText Text;
  NameTable Names;
  TemplateSizes Sizes;
  std::vector<TextEdit> Edits;
  /// By the elements of a group and those left out.
  std::map<std::pair<unsigned, unsigned>, Skewing> Skewings;
};

/// The text of \p E, if it stands once in the file and means nothing else: it
/// may begin and end with whole macros, and is no argument of one.
std::optional<TextRange> TileSkewer::spelled(const Expr *E) const {
  SourceLocation Begin = E->getBeginLoc(), End = E->getEndLoc();
  const LangOptions &Options = Ctx.getLangOpts();
  if (Begin.isMacroID() &&
      (!SM.isMacroBodyExpansion(Begin) ||
       !Lexer::isAtStartOfMacroExpansion(Begin, SM, Options, &Begin) ||
       Begin.isMacroID()))
    return std::nullopt;
  if (End.isMacroID() &&
      (!SM.isMacroBodyExpansion(End) ||
       !Lexer::isAtEndOfMacroExpansion(End, SM, Options, &End) ||
       End.isMacroID()))
    return std::nullopt;
  return Text.range(E->getSourceRange());
}

/// One of the names stands in the function where no parsed code uses it: in
/// decltype, in code that an #if switches off, in what a macro is elsewhere.
bool TileSkewer::isHidden(const std::vector<const VarDecl *> &Of) const {
  std::optional<TextRange> Body = Text.range(Function.getBody());
  if (!Body)
    return true;
  std::set<StringRef> Wanted;
  for (const VarDecl *Var : Of) {
    Wanted.insert(Var->getName());
    // A parameter of a called function.
    std::optional<TextRange> At = Text.range(SourceRange(Var->getLocation()));
    const auto *In = dyn_cast<FunctionDecl>(Var->getDeclContext());
    if (At && Body->contains(*At))
      continue;
    At = In && In->getBody() ? Text.range(In->getBody()) : std::nullopt;
    if (!At || Text.hasConditionals(*At))
      return true;
  }
  llvm::StringSet<> All;
  for (StringRef Name : Wanted)
    All.insert(Name);
  if (hasOtherUses(Text, *Body, All, Ctx))
    return true;
  std::set<unsigned> Used;
  auto Add = [&](SourceLocation Loc) {
    if (std::optional<TextRange> R = Text.range(SourceRange(Loc)))
      Used.insert(R->Begin);
  };
  auto Visit = [&](auto &&Self, const Stmt *S) -> void {
    if (!S)
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      Add(SM.getFileLoc(Ref->getLocation()));
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Decls->decls())
        Add(D->getLocation());
    for (const Stmt *Child : S->children())
      Self(Self, Child);
  };
  Visit(Visit, Function.getBody());
  Lexer Lex(SM.getLocForStartOfFile(Text.file()), Ctx.getLangOpts(),
            Text.code().begin(), Text.code().begin(), Text.code().end());
  Token Tok;
  bool Member = false;  // x.As is something else
  bool Asserts = false; // what is asserted of the result, its parser checks
  while (!Lex.LexFromRawLexer(Tok)) {
    if (Tok.is(tok::raw_identifier) &&
        Tok.getRawIdentifier() == "static_assert")
      Asserts = true;
    if (Tok.is(tok::semi))
      Asserts = false;
    if (Asserts)
      continue;
    unsigned At = SM.getFileOffset(Tok.getLocation());
    bool Qualified = Member;
    Member = Tok.isOneOf(tok::period, tok::arrow, tok::coloncolon);
    if (!Qualified && Tok.is(tok::raw_identifier) && At >= Body->Begin &&
        At < Body->End && Wanted.count(Tok.getRawIdentifier()) &&
        !Used.count(At))
      return true;
  }
  return false;
}

bool TileSkewer::edit(SkewedTile &Tile, const std::string &Skewed,
                      std::vector<TextEdit> &Edits, unsigned &Line) const {
  const TileLayout &L = Tile.Layout;
  auto Fail = [&](const Stmt *Where, StringRef Why) {
    Tile.Skew.Where = Where;
    Tile.Skew.WhyNot = Why.str();
    return false;
  };
  if (!Ctx.getLangOpts().CPlusPlus17)
    return Fail(nullptr, "that takes a constexpr lambda, and so C++17");
  if (isHidden(L.AllNames))
    return Fail(nullptr, "its name stands in text that is not compiled");
  const DeclStmt *Decls = declarationIn(Function.getBody(), L.Tile);
  std::optional<TextRange> Declaration =
      Decls ? Text.statement(Decls) : std::nullopt;
  if (!Declaration || L.Tile->getLocation().isMacroID())
    return Fail(nullptr, "its declaration is spelled by a macro");
  // The statement may start behind __shared__.
  Line = Text.lineStart(Declaration->Begin);
  if (Text.text({Line, Declaration->Begin}).find_first_of(";{}") !=
      StringRef::npos)
    return Fail(nullptr, "its declaration does not start a line");
  std::vector<const Expr *> Parts = Tile.Skew.Parts;
  Parts.push_back(L.Extent);
  for (const Expr *E : Parts) {
    E = E->IgnoreImplicit();
    std::optional<TextRange> R = spelled(E);
    if (!R)
      return Fail(E, "its column is spelled by a macro");
    // `skewed(a, b)` has two arguments.
    const auto *Op = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
    bool Parens = isa<ParenExpr>(E) && !(Op && Op->isCommaOp());
    Edits.push_back({{R->Begin, R->Begin}, Skewed + (Parens ? "" : "(")});
    if (!Parens)
      Edits.push_back({{R->End, R->End}, ")"});
  }
  return true;
}

void TileSkewer::skew(SkewedTile &Tile) {
  if (Tile.Skew.Gap == 0)
    return;
  unsigned Size = Tile.Layout.ElementBytes;
  Skewing &S =
      Skewings[{unsigned(SkewGroupBytes) / Size, Tile.Skew.Gap / Size}];
  if (S.Name.empty())
    S.Name = Names.unique("skewed");
  std::vector<TextEdit> Mine;
  unsigned Line = 0;
  if (!edit(Tile, S.Name, Mine, Line)) {
    Tile.Skew.Gap = 0;
    return;
  }
  llvm::append_range(Edits, Mine);
  S.Tiles.push_back(Tile.Name);
  S.Line = std::min(S.Line, Line);
  S.IsBest &= Tile.Skew.After <= Tile.Skew.Least;
  Sizes.addTile(*Tile.Layout.Tile);
  for (const Expr *Part : Tile.Skew.Parts)
    Sizes.add(Part);
  Sizes.addLoopsAround(Tile.Layout.AllNames);
}

/// One in front of the tiles that it skews.
void TileSkewer::writeFunctions() {
  std::map<unsigned, std::string> AtLine;
  const LineLayout Lines(Text.code(), indentUnit(Text.code()));
  // Whether a lane's bytes stay together depends on where they start: tiles of
  // another instantiation or build stay as they are.
  const std::string Condition = allOf(Sizes.terms());
  for (const auto &[Elements, S] : Skewings) {
    if (S.Tiles.empty())
      continue;
    std::string Indent = Text.indentAt(S.Line).str(),
                Gap = std::to_string(Elements.second);
    std::string &New = AtLine[S.Line];
    New += llvm::formatv("{0}// Columns of {1} are skewed: {2} bank "
                         "conflicts.\n",
                         Indent, listed(S.Tiles), S.IsBest ? "no" : "fewer");
    if (!Condition.empty()) {
      const std::string Name = Names.unique("gap");
      New += Indent +
             Lines.assignment(Indent, "constexpr int " + Name,
                              Condition + " ? " + Gap + " : 0") +
             ";\n";
      Gap = Name;
    }
    New += llvm::formatv("{0}constexpr auto {1} = [](int column) {{ return "
                         "column + column / {2}{3}; };\n",
                         Indent, S.Name, Elements.first,
                         Gap == "1" ? "" : " * " + Gap);
  }
  for (auto &[Line, New] : AtLine)
    Edits.push_back({{Line, Line}, New});
}

std::optional<tooling::AtomicChange> TileSkewer::change() {
  if (Edits.empty() || !Sizes.isWhole())
    return std::nullopt;
  SourceLocation Start = SM.getLocForStartOfFile(Text.file());
  tooling::AtomicChange Change(
      SM, Start.getLocWithOffset(Edits.front().Range.Begin));
  for (const TextEdit &E : Edits)
    if (llvm::Error Overlap =
            Change.replace(SM, Start.getLocWithOffset(E.Range.Begin),
                           E.Range.End - E.Range.Begin, E.Text)) {
      llvm::consumeError(std::move(Overlap));
      return std::nullopt;
    }
  return Change;
}

} // namespace

std::optional<tooling::AtomicChange> skewTiles(std::vector<SkewedTile> &Tiles,
                                               const FunctionDecl &Function,
                                               const ASTContext &Ctx) {
  TileSkewer Skewer(Function, Ctx);
  for (SkewedTile &Tile : Tiles)
    Skewer.skew(Tile);
  Skewer.writeFunctions();
  std::optional<tooling::AtomicChange> Out = Skewer.change();
  if (!Out)
    for (SkewedTile &Tile : Tiles)
      if (std::exchange(Tile.Skew.Gap, 0))
        Tile.Skew.WhyNot = "its subscripts overlap in the text";
  return Out;
}

} // namespace cudapipe
