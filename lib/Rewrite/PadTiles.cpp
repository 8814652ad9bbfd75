//===- PadTiles.cpp - Longer rows, spelled out ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Rewrite/PadTiles.h"
#include "Builds/MacroTable.h"
#include "Builds/OtherTypes.h"
#include "Builds/TemplateSizes.h"
#include "SourceText.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Builds/Configurations.h"
#include "cudapipe/Rewrite/LoopRewrite.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <set>

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

class TilePadder {
public:
  TilePadder(const FunctionDecl &Function, const Stmt &Loop,
             const ASTContext &Ctx)
      : Function(Function), Loop(Loop), Ctx(Ctx), SM(Ctx.getSourceManager()),
        Text(SM.getFileID(SM.getExpansionLoc(Function.getLocation())), Ctx),
        Names(Text.file(), Ctx) {}

  void pad(PaddedTile &Tile);
  void writeComments();
  std::optional<tooling::AtomicChange> change();

private:
  /// What stands above the declaration of tiles.
  struct Heading {
    TextRange Declaration;
    std::string Constants;
    /// Which rows, and by how many bytes they are longer.
    std::string Rows;
    unsigned Bytes = 0, Unit = 0;
    /// There are fewer bank conflicts, and none.
    bool Helps = false, IsBest = false;
  };
  std::optional<TextRange> spelled(const Expr *E) const;
  bool isHidden(const TileLayout &Tile) const;
  bool edit(PaddedTile &Tile, std::vector<TextEdit> &Edits, Heading &Above);

  const FunctionDecl &Function;
  const Stmt &Loop;
  const ASTContext &Ctx;
  const SourceManager &SM;
  SourceText Text;
  NameTable Names;
  std::vector<TextEdit> Edits;
  std::map<unsigned, Heading> Headings;
};

/// The text of \p E, if nothing but \p E is made of it.
std::optional<TextRange> TilePadder::spelled(const Expr *E) const {
  E = E->IgnoreImplicit();
  SourceRange R = E->getSourceRange();
  if (!R.getBegin().isMacroID() && !R.getEnd().isMacroID())
    return Text.range(R);
  // The name of a macro that is E as a whole.
  SourceLocation Begin = R.getBegin(), End = R.getEnd();
  if ((Begin.isMacroID() && SM.isMacroArgExpansion(Begin)) ||
      (End.isMacroID() && SM.isMacroArgExpansion(End)))
    return std::nullopt;
  // 2 * TILE: range() sees that whole macros stand there.
  if (!Begin.isMacroID() || !End.isMacroID())
    return Text.range(R);
  CharSourceRange Call = SM.getImmediateExpansionRange(Begin);
  if (Call.getBegin().isMacroID() ||
      Call.getBegin() != SM.getImmediateExpansionRange(End).getBegin())
    return std::nullopt;
  std::optional<TextRange> Out = Text.range(R);
  bool IsName = Out && llvm::all_of(Text.text(*Out), [](char C) {
                  return isAsciiIdentifierContinue(C);
                });
  if (!IsName)
    return std::nullopt;
  return Out;
}

/// A name of the tile stands where no parsed code uses it: in decltype, in code
/// that an #if switches off, in what a macro is elsewhere.
bool TilePadder::isHidden(const TileLayout &Tile) const {
  std::optional<TextRange> Body = Text.range(Function.getBody());
  llvm::StringSet<> All;
  All.insert(Tile.Tile->getName());
  for (const VarDecl *Name : Tile.Names)
    All.insert(Name->getName());
  if (!Body || hasOtherUses(Text, *Body, All, Ctx))
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
  SourceLocation Start = SM.getLocForStartOfFile(Text.file());
  Lexer Lex(Start, Ctx.getLangOpts(), Text.code().begin(), Text.code().begin(),
            Text.code().end());
  Token Tok;
  bool Member = false; // x.As is something else
  while (!Lex.LexFromRawLexer(Tok)) {
    unsigned At = SM.getFileOffset(Tok.getLocation());
    bool Qualified = Member;
    Member = Tok.isOneOf(tok::period, tok::arrow, tok::coloncolon);
    if (!Qualified && Tok.is(tok::raw_identifier) && At >= Body->Begin &&
        At < Body->End && All.contains(Tok.getRawIdentifier()) &&
        !Used.count(At))
      return true;
  }
  return false;
}

/// \p E binds less tightly than a sum.
bool needsParens(const Expr *E) {
  E = E->IgnoreImplicit();
  if (isa<ConditionalOperator>(E))
    return true;
  const auto *Op = dyn_cast<BinaryOperator>(E);
  return Op && !Op->isAdditiveOp() && !Op->isMultiplicativeOp();
}

/// The `1` of `BK + 1`, or null.
static const IntegerLiteral *lastNumber(const Expr *E) {
  const auto *Op =
      dyn_cast_or_null<BinaryOperator>(E ? E->IgnoreImplicit() : E);
  const auto *Number =
      Op && Op->getOpcode() == BO_Add
          ? dyn_cast<IntegerLiteral>(Op->getRHS()->IgnoreImplicit())
          : nullptr;
  return Number && Number->getValue().ult(1024) &&
                 !Number->getLocation().isMacroID()
             ? Number
             : nullptr;
}

bool TilePadder::edit(PaddedTile &Tile, std::vector<TextEdit> &Edits,
                      Heading &Above) {
  const TileLayout &L = Tile.Layout;
  auto Fail = [&](const Stmt *Where, StringRef Why) {
    Tile.Padding.Where = Where;
    Tile.Padding.WhyNot = Why.str();
    return false;
  };
  if (isHidden(L))
    return Fail(nullptr, "its name stands in text that is not compiled");
  // Of other elements, the bytes that rows are longer by are other ones.
  auto Vector = llvm::find_if(L.Accesses, [&](const TileAccess &Access) {
    return uint64_t(Access.Alignment) > L.ElementBytes ||
           uint64_t(Access.RowUnit) > L.ElementBytes;
  });
  if (Vector != L.Accesses.end() &&
      OtherTypes(Function, Text, Ctx).hasElementsOf(*L.Tile))
    return Fail(Vector->Where, "an #if chooses the type of its elements");
  const DeclStmt *Decls = declarationIn(Function.getBody(), L.Tile);
  std::optional<TextRange> Declaration =
      Decls ? Text.statement(Decls) : std::nullopt;
  std::optional<TextRange> Size = spelled(L.Declared ? L.Declared : L.Extent);
  if (!Declaration || !Size || L.Tile->getLocation().isMacroID())
    return Fail(nullptr, "its declaration is spelled by a macro");
  Above.Declaration = *Declaration;

  uint64_t More = Tile.Padding.Bytes / L.ElementBytes;
  std::string Length =
      L.Declared ? Text.text(*Size).str() : std::to_string(L.RowLength);
  if (L.Declared && needsParens(L.Declared))
    Length = "(" + Length + ")";
  const std::string Old =
      L.Declared && isa<BinaryOperator>(L.Declared->IgnoreImplicit())
          ? "(" + Length + ")"
          : Length;
  // Of a factor, `(BK + 1)`, without its parentheses.
  const Expr *Sum = L.Declared ? L.Declared->IgnoreParenImpCasts() : nullptr;
  std::optional<TextRange> Inner = Sum ? spelled(Sum) : std::nullopt;
  const IntegerLiteral *Last = lastNumber(Sum);
  std::optional<TextRange> Digits = Last ? Text.range(Last) : std::nullopt;
  if (Digits && Inner && Size->contains(*Inner) && Inner->contains(*Digits) &&
      Digits->End == Inner->End && llvm::all_of(Text.text(*Digits), isDigit) &&
      !Text.text(*Digits).starts_with("0"))
    Length = Text.text({Inner->Begin, Digits->Begin}).str() +
             std::to_string(Last->getValue().getZExtValue() + More);
  else
    Length += " + " + std::to_string(More);
  // A name, where there is more than one place for it.
  bool AtLineStart =
      Text.text({Text.lineStart(Declaration->Begin), Declaration->Begin})
          .trim()
          .empty();
  std::optional<TextRange> LoopRange = Text.range(&Loop);
  bool InLoop = LoopRange && LoopRange->contains(*Declaration);
  bool Named =
      L.Lengths.size() + L.FlatIndices.size() > 1 && AtLineStart && !InLoop;
  if (Named) {
    std::string Name = Names.unique((L.Tile->getName() + "_pitch").str());
    bool IsInt = !L.Declared ||
                 L.Declared->IgnoreImplicit()->getType()->isSpecificBuiltinType(
                     BuiltinType::Int);
    Above.Constants += (IsInt ? "constexpr int " : "constexpr auto ") + Name +
                       " = " + Length + ";\n";
    Length = Name;
  }
  auto DiffersByBuild = [&](const Expr &E) {
    return dependsOnConfiguration(E, Function, Ctx);
  };
  if (!L.Declared &&
      (DiffersByBuild(*L.Extent) ||
       llvm::any_of(L.Lengths, [&](const TileLayout::Spelled &Use) {
         return DiffersByBuild(*Use.E);
       })))
    return Fail(nullptr, "its declaration does not name the row length, and "
                         "another build may have others");
  // That an access stays in its row may follow from other numbers of the build.
  auto NumbersOf = [&](const Stmt &S) {
    TemplateSizes Sizes(Function, Text, Ctx);
    Sizes.add(&S);
    llvm::SmallVector<const VarDecl *, 4> Names;
    forEach<DeclRefExpr>(&S, [&](const DeclRefExpr &Ref) {
      const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
      if (Var && Var->hasLocalStorage())
        Names.push_back(Var);
    });
    Sizes.addLoopsAround(Names);
    std::vector<std::string> Out = Sizes.terms();
    // What takes arguments is another use, and is looked for elsewhere.
    if (const llvm::StringRef Other = Sizes.otherMacro();
        !Other.empty() &&
        llvm::none_of(MacroTable::of(Ctx).definitions(Other),
                      [](const DefinedMacro &D) { return D.TakesArguments; }))
      Out.push_back(Other.str());
    return Out;
  };
  if (!Function.isTemplateInstantiation()) {
    const std::vector<std::string> OfRow =
        NumbersOf(L.Declared ? *L.Declared : *L.Extent);
    for (const TileAccess &Access : L.Accesses)
      if (!llvm::all_of(NumbersOf(*Access.Where), [&](const std::string &Term) {
            return llvm::is_contained(OfRow, Term);
          }))
        return Fail(Access.Where, "that it stays in its row is known of this "
                                  "build's numbers only");
  }
  auto AsFactor = [&] { return Named ? Length : "(" + Length + ")"; };
  if (!L.Declared)
    Edits.push_back({*Size, std::to_string(L.Rows) + " * " + AsFactor()});
  else
    Edits.push_back({*Size, L.IsFlat ? AsFactor() : Length});
  for (const TileLayout::Spelled &Use : L.Lengths) {
    std::optional<TextRange> R = spelled(Use.E);
    if (!R)
      return Fail(Use.E, "the row length is spelled by a macro there");
    // Another instantiation, or build, may have other sizes.
    if (L.Declared && Text.text(*R) != Text.text(*Size)) {
      if (Function.isTemplateInstantiation())
        return Fail(Use.E, "the row length is spelled in another way than in "
                           "the declaration, in a template");
      if (DiffersByBuild(*Use.E) || DiffersByBuild(*L.Declared))
        return Fail(Use.E,
                    "the row length is spelled in another way than in "
                    "the declaration, and another build may have others");
    }
    Edits.push_back({*R, Use.IsFactor ? AsFactor() : Length});
  }
  for (const TileLayout::FlatIndex &Index : L.FlatIndices) {
    std::optional<TextRange> R = spelled(Index.E);
    if (!R || Function.isTemplateInstantiation())
      return Fail(Index.E, "it counts elements through, and is spelled by a "
                           "macro or in a template");
    std::string E = Text.text(*R).str();
    if (!isa<DeclRefExpr>(Index.E))
      E = "(" + E + ")";
    // Of what divides by the length in the same words, or in any build.
    auto Part = [&](const VarDecl *Var, const char *Operator) {
      const auto *Op =
          Var ? cast<BinaryOperator>(Var->getInit()->IgnoreParenImpCasts())
              : nullptr;
      std::optional<TextRange> By = Op ? spelled(Op->getRHS()) : std::nullopt;
      const bool IsSame =
          By && (Text.text(*By) == Text.text(*Size) ||
                 !(DiffersByBuild(*Op->getRHS()) ||
                   DiffersByBuild(L.Declared ? *L.Declared : *L.Extent)));
      return IsSame ? Var->getNameAsString() : E + Operator + Old;
    };
    const std::string Row = Part(Index.Row, " / "),
                      Column = Part(Index.Column, " % ");
    Edits.push_back({*R, Row + " * " + AsFactor() + " + " + Column});
  }
  if (AtLineStart) {
    Above.Rows =
        Decls->isSingleDecl() ? "Rows" : "Rows of " + L.Tile->getNameAsString();
    Above.Bytes = Tile.Padding.Bytes;
    Above.Unit = Tile.Padding.Unit;
  }
  Above.Helps = Tile.Padding.After < Tile.Padding.Before;
  Above.IsBest = Tile.Padding.After <= Tile.Padding.Least;
  return true;
}

void TilePadder::pad(PaddedTile &Tile) {
  if (Tile.Padding.Bytes == 0)
    return;
  std::vector<TextEdit> Mine;
  Heading Above;
  if (!edit(Tile, Mine, Above)) {
    Tile.Padding.Bytes = 0;
    Tile.Padding.After = Tile.Padding.Before;
    return;
  }
  llvm::append_range(Edits, Mine);
  Heading &Shared = Headings[Above.Declaration.Begin];
  Shared.Declaration = Above.Declaration;
  Shared.Constants += Above.Constants;
  bool IsFirst = Shared.Bytes == 0;
  Shared.Rows = IsFirst ? Above.Rows : "Rows";
  Shared.Helps = Above.Helps && (Shared.Helps || IsFirst);
  Shared.IsBest = Above.IsBest && (Shared.IsBest || IsFirst);
  Shared.Bytes = std::max(Shared.Bytes, Above.Bytes);
  Shared.Unit = std::max(Shared.Unit, Above.Unit);
}

/// One comment for declarations that follow each other.
void TilePadder::writeComments() {
  Heading *Last = nullptr;
  for (auto &[Begin, Above] : Headings) {
    unsigned Line = Text.lineStart(Begin);
    if (Last && Last->Bytes == Above.Bytes && Last->Rows == Above.Rows &&
        Text.endOfTrivia(Last->Declaration.End) == Line) {
      Last->Helps &= Above.Helps;
      Last->IsBest &= Above.IsBest;
      Last->Declaration.End = Above.Declaration.End;
      Above.Rows.clear();
      continue;
    }
    Last = &Above;
  }
  for (const auto &[Begin, Above] : Headings) {
    unsigned Line = Text.lineStart(Begin);
    std::string Indent = Text.indentAt(Begin).str(), Out;
    if (!Above.Rows.empty())
      Out += Indent + "// " + Above.Rows + " are " +
             std::to_string(Above.Bytes) + " bytes longer" +
             (Above.Unit     ? ", for copies of " + std::to_string(Above.Unit) +
                                   " bytes.\n"
              : Above.IsBest ? ": no bank conflicts.\n"
              : Above.Helps  ? ": fewer bank conflicts.\n"
                             : ".\n");
    StringRef Constants = Above.Constants;
    while (!Constants.empty()) {
      auto [First, Rest] = Constants.split('\n');
      Out += Indent + First.str() + "\n";
      Constants = Rest;
    }
    if (!Out.empty())
      Edits.push_back({{Line, Line}, Out});
  }
}

std::optional<tooling::AtomicChange> TilePadder::change() {
  if (Edits.empty())
    return std::nullopt;
  SourceLocation Start = SM.getLocForStartOfFile(Text.file());
  tooling::AtomicChange Change(SM,
                               Start.getLocWithOffset(Headings.begin()->first));
  std::set<std::pair<unsigned, unsigned>> Done;
  for (const TextEdit &E : Edits) {
    // One place, named twice by macros or in two instantiations.
    if (!Done.insert({E.Range.Begin, E.Range.End}).second)
      continue;
    if (llvm::Error Overlap =
            Change.replace(SM, Start.getLocWithOffset(E.Range.Begin),
                           E.Range.End - E.Range.Begin, E.Text)) {
      llvm::consumeError(std::move(Overlap));
      return std::nullopt;
    }
  }
  return Change;
}

} // namespace

std::optional<tooling::AtomicChange> padTiles(std::vector<PaddedTile> &Tiles,
                                              const FunctionDecl &Function,
                                              const Stmt &Loop,
                                              const ASTContext &Ctx) {
  TilePadder Padder(Function, Loop, Ctx);
  for (PaddedTile &Tile : Tiles)
    Padder.pad(Tile);
  Padder.writeComments();
  return Padder.change();
}

} // namespace cudapipe
