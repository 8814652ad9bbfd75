//===- RewriteLoop.cpp - Decisions to edits -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HelperWriter.h"
#include "IncludePlace.h"
#include "LoopWriter.h"
#include "Spelling.h"
#include "cudapipe/Analyze/LoopParts.h"
#include "cudapipe/Listed.h"
#include "clang/AST/Attr.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cudapipe {

LoopWriter::LoopWriter(const PipelinePlan &Plan, const LoopModel &M,
                       NameTable &Names, AsyncHelpers &Helpers,
                       const ASTContext &Ctx)
    : Plan(Plan), M(M), Names(Names), Helpers(Helpers), Ctx(Ctx),
      Text(Ctx.getSourceManager().getFileID(
               Ctx.getSourceManager().getExpansionLoc(
                   M.Header.Loop->getBeginLoc())),
           Ctx),
      OfFile(Text.code()) {}

/// \p Unit, or in a file that mixes both, what goes with \p Indent: no tabs
/// behind blanks.
static std::string unitLike(llvm::StringRef Indent, std::string Unit) {
  if (Indent.empty() || Unit.empty() || Indent.back() == Unit.front())
    return Unit;
  return Indent.back() == '\t' ? "\t"
                               : std::string(Indent.size() % 4 ? 2 : 4, ' ');
}

std::optional<Rejection> LoopWriter::reject(const Stmt *S, const char *Why) {
  return Rejection{RejectionKind::MacroLoop, S->getSourceRange(), Why};
}

/// The loop's own range, its pragmas, and the file around them.
std::optional<Rejection> LoopWriter::locate() {
  std::optional<TextRange> Loop = Text.statement(M.Header.Loop);
  std::optional<TextRange> BodyAt = Text.range(M.Header.Body);
  if (!Loop || !BodyAt || M.Header.Loop->getBeginLoc().isMacroID() ||
      M.Header.Body->getBeginLoc().isMacroID())
    return reject(M.Header.Loop, "the loop is spelled by a macro");
  Here.LoopRange = *Loop;
  Here.BodyRange = {BodyAt->Begin + 1, BodyAt->End - 1};
  // The test that stands in the body stays at its end, with its comment.
  if (const IfStmt *Leave = M.Header.leave()) {
    std::optional<TextRange> Test = Text.statement(Leave);
    if (!Test || Leave->getBeginLoc().isMacroID())
      return reject(Leave, "the test that ends the loop is spelled by a "
                           "macro");
    if (!M.Header.TestsLast)
      Here.BodyRange.Begin = Test->End;
    else if (Text.text({Text.lineStart(Test->Begin), Test->Begin})
                 .trim()
                 .empty())
      Here.BodyRange.End = Text.leading(Test->Begin).Begin;
    else
      Here.BodyRange.End = Test->Begin;
  }
  for (auto Check : {&LoopWriter::readItemRanges, &LoopWriter::checkDirectives})
    if (std::optional<Rejection> Why = (this->*Check)())
      return Why;
  OtherBuilds Others(Plan, M, {Here.LoopRange, Here.BodyRange, Here.ItemRanges},
                     Text, OfFile, Ctx);
  if (std::optional<Rejection> Why = Others.checkBranches())
    return Why;
  if (std::optional<Rejection> Why = checkNames())
    return Why;
  if (std::optional<Rejection> Why = Others.check())
    return Why;
  Written.Remarks = Others.remarks();

  // In front of the loop: its comment block and its pragmas stay with it.
  Here.Before = Text.lineStart(Here.LoopRange.Begin);
  Here.LoopIndent = Text.indentAt(Here.LoopRange.Begin).str();
  if (!Text.text({Here.Before, Here.LoopRange.Begin}).trim().empty())
    return Rejection{RejectionKind::UnsupportedLoop,
                     M.Header.Loop->getSourceRange(),
                     "the loop does not start a line"};
  // What belongs to the loop: the comments and pragmas right above it.
  Leading Above = Text.leading(Here.LoopRange.Begin);
  for (TextRange Pragma : Above.Pragmas)
    if (!M.Header.ConstantTrips &&
        Text.pragmaAt(Pragma.Begin).ends_with("unroll"))
      Here.Dropped.push_back(Pragma);
  Here.Before = Above.Begin;
  if (Text.endOfTrivia(Here.BodyRange.Begin) == Here.BodyRange.Begin ||
      !Text.text({Text.lineStart(Here.BodyRange.End), Here.BodyRange.End})
           .trim()
           .empty())
    return Rejection{RejectionKind::UnsupportedLoop,
                     M.Header.Loop->getSourceRange(),
                     "put the statements of the loop body on lines of their "
                     "own"};
  llvm::StringRef BodyIndent = "", Deeper = "";
  for (TextRange Item : Here.ItemRanges) {
    unsigned Begin = Item.Begin;
    // Some write their pragmas at the start of the line.
    if (Text.text({Text.lineStart(Begin), Begin}).trim().empty() &&
        Text.code()[Begin] != '#') {
      BodyIndent = Text.indentAt(Begin);
      break;
    }
  }
  if (BodyIndent.starts_with(Here.LoopIndent))
    Deeper = BodyIndent.drop_front(Here.LoopIndent.size());
  const unsigned Levels = bracesAroundBody(*M.Header.Loop);
  // A body that stands two levels in is no reason for two everywhere.
  llvm::StringRef OneLevel = Here.LoopIndent;
  if (const auto *Function = dyn_cast<CompoundStmt>(M.Kernel->getBody());
      Function && llvm::is_contained(Function->body(), M.Header.Loop))
    if (std::optional<TextRange> R = Text.range(Function);
        R && OneLevel.consume_front(Text.indentAt(R->End - 1)) &&
        OneLevel.size() > 1 && Deeper.size() == 2 * OneLevel.size() &&
        Deeper.starts_with(OneLevel) && Levels == 1) {
      Here.Unit = OneLevel.str();
      Here.BodyIndent = Here.LoopIndent + Deeper.str();
      return std::nullopt;
    }
  Here.Unit = Deeper.size() >= Levels
                  ? Deeper.take_front(Deeper.size() / Levels).str()
                  : unitLike(Here.LoopIndent, indentUnit(Text.code()));
  // A body that stands deeper than others in the file is no measure.
  constexpr size_t Usual = 4;
  if (Here.Unit.size() > Usual)
    if (std::string OfFile = indentUnit(Text.code());
        OfFile.size() < Here.Unit.size())
      Here.Unit = unitLike(Here.LoopIndent, std::move(OfFile));
  Here.BodyIndent =
      Here.LoopIndent + (Deeper.empty() ? Here.Unit : Deeper.str());
  return std::nullopt;
}

/// What the body declares under a name that our references and parameters
/// have, and what an #if hides from the analysis.
std::optional<Rejection> LoopWriter::checkNames() {
  VarSet Ours = M.Variables.Private;
  Ours.insert(M.Variables.LoadState.begin(), M.Variables.LoadState.end());
  Ours.insert(M.Variables.Settled.begin(), M.Variables.Settled.end());
  // The main loop counts as the user's: its counter may be read anywhere, and
  // checkHiddenChanges() looks for more.
  auto IsCounter = [&](const Recurrence &R) {
    const auto *For = dyn_cast<ForStmt>(M.Header.Loop);
    const auto *Decls =
        dyn_cast_or_null<DeclStmt>(For ? For->getInit() : nullptr);
    return Decls && llvm::is_contained(Decls->decls(), R.Var) && R.Item < 0;
  };
  for (const Recurrence &R : M.Variables.Recurrences)
    if (!IsCounter(R))
      Ours.insert(R.Var);
  std::optional<TextRange> Body = Text.range(M.Kernel->getBody());
  for (const VarDecl *Var : Ours)
    if (!Body || (Text.hasConditionals(*Body) &&
                  hidesUse(*Body, Var, /*InLoopOnly=*/false)))
      return Rejection{RejectionKind::MacroLoop, Var->getSourceRange(),
                       "an #if in the kernel hides a use of '" +
                           Var->getNameAsString() + "'"};
  for (const Recurrence &R : M.Variables.Recurrences)
    Ours.insert(R.Var);
  for (const VarDecl *Staged : M.stagedVariables())
    Ours.insert(Staged);
  for (const VarDecl *Name : dynamicNames())
    Ours.insert(Name);
  for (const BodyItem &Item : M.Items)
    if (const auto *Decls = dyn_cast<DeclStmt>(Item.S))
      for (const Decl *D : Decls->decls())
        for (const VarDecl *Var : Ours)
          if (D != Var &&
              cast<NamedDecl>(D)->getDeclName() == Var->getDeclName())
            return Rejection{RejectionKind::UnsupportedLoop,
                             D->getSourceRange(),
                             "'" + Var->getNameAsString() +
                                 "' is declared once more in the loop body"};
  return std::nullopt;
}

/// `__shared__ float As[BM][BK]` to `__shared__ float As_stages[2][BM][BK]`.
std::optional<Rejection> LoopWriter::stageTiles() {
  nameStages();
  std::vector<TextEdit> TileEdits;
  for (const VarDecl *Tile : M.Staged.Tiles) {
    if (Plan.Stages == 1)
      break;
    if (isDynamicShared(*Tile))
      continue; // stageDynamic() does these
    std::optional<TextRange> Name =
        Text.range(SourceRange(Tile->getLocation()));
    std::optional<TextRange> Whole = Text.range(Tile->getSourceRange());
    if (Tile->getLocation().isMacroID() || !Name || !Whole ||
        Text.text(*Name) != Tile->getName())
      return Rejection{RejectionKind::MacroLoop, Tile->getSourceRange(),
                       "the declaration of '" + Tile->getNameAsString() +
                           "' is spelled by a macro"};
    // A use that is not in the syntax tree, in code that an #if switches off,
    // in sizeof or decltype, would no longer compile.
    if (std::optional<TextRange> Body = Text.range(M.Kernel->getBody());
        !Body || hidesUse(*Body, Tile, /*InLoopOnly=*/true))
      return Rejection{
          RejectionKind::TileUsedOutsideLoop, Tile->getSourceRange(),
          "'" + Tile->getNameAsString() + "' is named outside the loop body"};
    bool HasStages = Names.stagesAt(Name->Begin);
    Made.StageNames[Tile] =
        Names.stagesOf(Name->Begin, Tile->getName(), Plan.Stages);
    if (Plan.movesTiles())
      continue;
    if (!HasStages)
      TileEdits.push_back(
          {*Name, Made.StageNames[Tile] + "[" + stagesLess(0) + "]"});

    unsigned Needed = stageAlignment(M, Plan, Tile);
    for (auto [I, Copy] : llvm::enumerate(M.Copies))
      if (Copy.Tile == Tile && Plan.Travels[I] == Travel::Async)
        Needed = std::max<unsigned>(
            Needed, Copy.From.IsAsync ? Copy.Alignment
                                      : std::min<uint64_t>(Copy.Bytes, 16));
    QualType Element = Ctx.getBaseElementType(Tile->getType());
    if (!Element->isDependentType())
      Needed = Needed > Ctx.getTypeAlignInChars(Element).getQuantity()
                   ? std::max(Needed, 16u)
                   : 1;
    if (Needed <= 1 || Tile->hasAttr<AlignedAttr>())
      continue;
    // Once a declaration, however many tiles it declares.
    std::optional<unsigned> Place = placeOfAlignas(*Tile, Text);
    if (!Place)
      return Rejection{RejectionKind::MacroLoop, Tile->getSourceRange(),
                       "the type of the tile is spelled by a macro"};
    unsigned At = *Place;
    if (llvm::none_of(TileEdits, [&](const TextEdit &E) {
          return E.Range.Begin == At && E.Range.End == At;
        }))
      TileEdits.push_back(
          {{At, At}, "alignas(" + std::to_string(Needed) + ") "});
    Written.Aligned.push_back(Tile->getNameAsString());
  }
  if (Plan.movesTiles())
    if (std::optional<Rejection> Why = moveTiles(TileEdits))
      return Why;
  return hoistDeclarations(std::move(TileEdits));
}

/// Shared memory has static storage wherever it is declared: declarations of
/// tiles in the loop body move in front of it, with the comments above them.
std::optional<Rejection>
LoopWriter::hoistDeclarations(std::vector<TextEdit> TileEdits) {
  unsigned At = Here.BodyRange.Begin;
  for (const BodyItem &Item : M.Items) {
    TextRange R = Here.ItemRanges[&Item - M.Items.data()];
    unsigned End = Text.endOfTrivia(R.End);
    if (llvm::any_of(Plan.Steps.Dropped, [&](const DroppedItem &D) {
          return D.Reason == DroppedItem::InFront && &M.Items[D.Item] == &Item;
        })) {
      for (const Decl *D : cast<DeclStmt>(Item.S)->decls())
        if (const auto *Var = cast<VarDecl>(D);
            !Made.StageNames.count(Var) &&
            hidesUse(outsideLoop(), Var, /*InLoopOnly=*/true))
          return Rejection{RejectionKind::TileDeclaredInLoop,
                           Var->getSourceRange(),
                           "another '" + Var->getNameAsString() +
                               "' stands outside the loop"};
      unsigned Start = Text.endOfTrivia(At);
      std::vector<TextEdit> Inside;
      llvm::erase_if(TileEdits, [&](const TextEdit &E) {
        if (!R.contains(E.Range))
          return false;
        Inside.push_back(E);
        return true;
      });
      std::optional<std::string> Moved =
          Text.edited({Start, End}, std::move(Inside));
      if (!Moved)
        return reject(Item.S, "the declaration is spelled by a macro");
      llvm::StringRef Lines = llvm::StringRef(*Moved).ltrim("\r\n").rtrim();
      std::string From = Text.indentAt(R.Begin).str();
      Written.Hoisted += reindent(Lines, From, Here.LoopIndent) + "\n";
    }
    At = End;
  }
  Written.Edits.insert(Written.Edits.end(), TileEdits.begin(), TileEdits.end());
  return std::nullopt;
}

/// From the start of the kernel's body to the loop: where a hoisted name would
/// meet another of its kind.
TextRange LoopWriter::outsideLoop() const {
  std::optional<TextRange> Body = Text.range(M.Kernel->getBody());
  return {Body ? Body->Begin : 0, Here.LoopRange.Begin};
}

/// There is such a place as hiddenUses() finds.
bool LoopWriter::hidesUse(TextRange Range, const VarDecl *Tile,
                          bool InLoopOnly) const {
  return !hiddenUses(Range, Tile, InLoopOnly).empty();
}

/// Where the name of \p Tile stands in \p Range and no parsed code uses it;
/// with
/// \p InLoopOnly, uses outside the loop body count as hidden too.
llvm::SmallVector<unsigned, 4> LoopWriter::hiddenUses(TextRange Range,
                                                      const VarDecl *Tile,
                                                      bool InLoopOnly) const {
  llvm::SmallVector<unsigned, 4> Out;
  llvm::SmallVector<unsigned, 16> Used;
  auto Visit = [&](auto &&Self, const Stmt *S) -> void {
    if (!S)
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S);
        Ref && Ref->getDecl() == Tile)
      if (std::optional<TextRange> R = Text.range(Ref->getSourceRange());
          R && (!InLoopOnly || seesStage(*R, Tile)))
        Used.push_back(R->Begin);
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      if (llvm::is_contained(Decls->decls(), Tile))
        if (auto R = Text.range(SourceRange(Tile->getLocation())))
          Used.push_back(R->Begin);
    for (const Stmt *Child : S->children())
      Self(Self, Child);
  };
  Visit(Visit, M.Kernel->getBody());
  const SourceManager &SM = Ctx.getSourceManager();
  SourceLocation Start = SM.getLocForStartOfFile(Text.file());
  const std::optional<TextRange> Declared =
      Text.range(SourceRange(Tile->getLocation()));
  Lexer Lex(Start, Ctx.getLangOpts(), Text.code().begin(), Text.code().begin(),
            Text.code().end());
  Token Tok;
  bool Member = false; // x.As and Config::As are something else
  while (!Lex.LexFromRawLexer(Tok)) {
    unsigned At = SM.getFileOffset(Tok.getLocation());
    bool Qualified = Member;
    Member = Tok.isOneOf(tok::period, tok::arrow, tok::coloncolon);
    if (Qualified)
      continue;
    if (Tok.is(tok::raw_identifier) && At >= Range.Begin && At < Range.End &&
        Tok.getRawIdentifier() == Tile->getName() &&
        !llvm::is_contained(Used, At) &&
        !(InLoopOnly && At >= Here.BodyRange.Begin &&
          At < Here.BodyRange.End) &&
        // Where the one is not, another one has its name.
        !(Declared && OfFile.excludeEachOther(At, Declared->Begin)))
      Out.push_back(At);
  }
  return Out;
}

std::optional<Rejection> LoopWriter::writeHelpers() {
  return HelperWriter(M, Plan, Names, Helpers, Text, Here.Unit, Ctx)
      .write(Written.Edits, Written.Functions);
}

/// Behind the loop: a barrier, and the tiles as the last trip left them.
void LoopWriter::writeBehind() {
  const std::vector<Step> &Steps = Plan.Steps.Behind;
  if (Steps.empty())
    return;
  unsigned End = Text.endOfTrivia(Here.LoopRange.End);
  std::string Out = *spell(Steps, StepPlace::Behind, false, Here.LoopIndent);
  if (Steps.front().Kind == Step::Barrier)
    Out = Here.LoopIndent +
          "// All are done with the last tile, and see what others wrote.\n" +
          Out;
  Written.Edits.push_back({{End, End}, Out});
}

/// Where a tile's name stands for a stage: in the loops that have it, and
/// behind the last.
bool LoopWriter::seesStage(TextRange Use, const VarDecl *Tile) const {
  if (Here.BodyRange.contains(Use) ||
      (M.Staged.UsedAfter.count(Tile) && Use.Begin >= Here.LoopRange.End))
    return true;
  return llvm::any_of(M.Staged.SharedWith, [&](const auto &Share) {
    std::optional<TextRange> Other =
        Share.first == Tile ? Text.range(Share.second) : std::nullopt;
    return Other && Other->contains(Use);
  });
}

OrRejection<LoopRewrite> LoopWriter::run() {
  for (auto Step : {&LoopWriter::locate, &LoopWriter::stageTiles,
                    &LoopWriter::stageDynamic, &LoopWriter::stageCounter,
                    &LoopWriter::writeHelpers, &LoopWriter::nameState,
                    &LoopWriter::writeFront, &LoopWriter::writeBody})
    if (std::optional<Rejection> Why = (this->*Step)())
      return *Why;
  for (TextRange R : Here.Dropped)
    Written.Edits.push_back({R, ""});
  if (std::optional<Rejection> Why = endEachWidth())
    return *Why;
  writeBehind();
  if (!Written.Aligned.empty())
    Written.Also.push_back("alignment of " + listed(Written.Aligned));
  if (!Here.Dropped.empty())
    Written.Also.push_back("no #pragma unroll");

  const SourceManager &SM = Ctx.getSourceManager();
  SourceLocation Start = SM.getLocForStartOfFile(Text.file());
  LoopRewrite Out{
      tooling::AtomicChange(SM, Start.getLocWithOffset(Here.LoopRange.Begin)),
      std::move(Written.Functions),
      !Made.PipelineName.empty(),
      std::move(Written.Remarks),
      std::move(Written.Also),
      std::nullopt,
      std::nullopt};
  // As that of the loop stands, so do ours.
  const unsigned Brace = Text.range(M.Header.Body)->Begin;
  const bool HasOwnLine =
      Text.text({Text.lineStart(Brace), Brace}).trim().empty();
  for (const TextEdit &E : Written.Edits)
    if (llvm::Error Conflict = Out.Change.replace(
            SM, Start.getLocWithOffset(E.Range.Begin),
            E.Range.End - E.Range.Begin,
            HasOwnLine ? bracesOnOwnLines(E.Text, Text.code()) : E.Text)) {
      return Rejection{
          RejectionKind::MacroLoop, M.Header.Loop->getSourceRange(),
          "its edits collide: " + llvm::toString(std::move(Conflict))};
    }
  bool IsOurs = llvm::any_of(Plan.Steps.Body, [](const Step &S) {
    return (S.Kind == Step::Wait || S.Kind == Step::Commit) && !S.S;
  });
  for (auto [I, Copy] : llvm::enumerate(M.Copies))
    IsOurs |= Plan.Travels[I] == Travel::Async && !Copy.From.IsAsync;
  llvm::SmallVector<StringRef, 2> Headers;
  if (IsOurs)
    Headers.push_back(Plan.Variant->Header);
  if (llvm::any_of(Written.Edits, [](const TextEdit &E) {
        return StringRef(E.Text).contains("std::is_convertible<");
      }))
    Headers.push_back("<type_traits>");
  for (StringRef Header : Headers)
    if (std::optional<Rejection> Why =
            addInclude(Out.Change, Header, Text, *M.Kernel,
                       M.Header.Loop->getSourceRange(), Ctx))
      return *Why;
  return Out;
}

OrRejection<LoopRewrite> rewriteLoop(const PipelinePlan &Plan,
                                     const LoopModel &Model, NameTable &Names,
                                     AsyncHelpers &Helpers,
                                     const ASTContext &Ctx) {
  return LoopWriter(Plan, Model, Names, Helpers, Ctx).run();
}

} // namespace cudapipe
