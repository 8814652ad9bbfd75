//===- LoopBody.cpp - The main loop ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body is cut into pieces, one an item, each with the blank lines and
// comments in front of it and the comment behind it on its line. Pieces of the
// load phase and of barriers go; all others stay where they are.
//
//===----------------------------------------------------------------------===//

#include "LoopWriter.h"
#include "Spelling.h"
#include "cudapipe/Analyze/AsyncOperation.h"

using namespace clang;

namespace cudapipe {

/// \p S names a variable that the loop body declares.
static bool namesBodyVariable(const Stmt *S, const LoopModel &M) {
  if (!S)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return llvm::any_of(M.Items, [&](const BodyItem &Item) {
      const auto *Decls = dyn_cast<DeclStmt>(Item.S);
      return Decls && llvm::is_contained(Decls->decls(), Ref->getDecl());
    });
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return namesBodyVariable(Child, M);
  });
}

/// The user's barrier, where the variables it names are in scope.
std::string LoopWriter::barrierText() const {
  unsigned I = M.PublishBarrier;
  if (waitsWithBlock(M.Items[I].S, Ctx))
    I = M.ReuseBarrier;
  if (waitsWithBlock(M.Items[I].S, Ctx) || namesBodyVariable(M.Items[I].S, M))
    return "__syncthreads();";
  return Text.text(ItemRanges[I]).str();
}

/// The user's wait, with the conditions around it.
std::optional<std::string>
LoopWriter::guardedWait(const std::string &Indent) const {
  std::string Out, Deeper = Indent;
  for (const IfStmt *Guard : M.WaitGuards) {
    std::optional<std::string> Cond = Text.text(Guard->getCond());
    if (!Cond)
      return std::nullopt;
    Out += Deeper + "if (" + *Cond + ")\n";
    Deeper += Unit;
  }
  if (ownWait())
    return Out + Deeper + waitText();
  std::optional<TextRange> Wait = Text.statement(M.Wait);
  return Wait ? std::optional(Out + Deeper + Text.text(*Wait).str())
              : std::nullopt;
}

/// The wait is ours. A wait of the user's for all copies would end what is
/// under way to later trips; one for the oldest stays.
bool LoopWriter::ownWait() const {
  return Plan.UsesAsync && (!M.Wait || (hasCursor() && !M.WaitsForOldest));
}

std::string LoopWriter::waitText() const {
  return "__pipeline_wait_prior(" + std::to_string(Plan.ahead() - 1) + ");";
}

/// The line that closes a group of asynchronous copies, in the user's own
/// spelling where there is one; empty where the wait needs none, or where the
/// load makes them.
std::string LoopWriter::commitText(const std::string &Indent) const {
  if (!Plan.UsesAsync || (!M.Commit && !ownWait()))
    return "";
  return Indent +
         (M.Commit ? Text.text(*Text.statement(M.Commit)).str()
                   : "__pipeline_commit();") +
         "\n";
}

/// The condition on which there is another trip, of variables called \p Names:
/// the loop's own, or the opposite of `if (k >= K) break;`.
std::optional<std::string> LoopWriter::goesOn(
    const llvm::DenseMap<const VarDecl *, std::string> &Names) const {
  if (!M.TestsInBody)
    return renamed(M.Cond, Names, Text);
  const Expr *Cond = M.Cond->IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(Cond);
      Not && Not->getOpcode() == UO_LNot)
    return renamed(Not->getSubExpr()->IgnoreParenImpCasts(), Names, Text);
  // Of two numbers one is not less than the other, but for NaN.
  const auto *Op = dyn_cast<BinaryOperator>(Cond);
  if (Op && Op->isComparisonOp() &&
      !Op->getLHS()->getType()->isRealFloatingType() &&
      Op->getLHS()->getType()->isScalarType() && Op->getOpcode() != BO_Cmp) {
    std::optional<std::string> Left = renamed(Op->getLHS(), Names, Text);
    std::optional<std::string> Right = renamed(Op->getRHS(), Names, Text);
    if (!Left || !Right)
      return std::nullopt;
    BinaryOperatorKind Opposite =
        BinaryOperator::negateComparisonOp(Op->getOpcode());
    return *Left + " " + BinaryOperator::getOpcodeStr(Opposite).str() + " " +
           *Right;
  }
  std::optional<std::string> Text = renamed(Cond, Names, this->Text);
  return Text ? std::optional("!(" + *Text + ")") : std::nullopt;
}

/// `const bool has_next = k_next < K;`; a count that is none yet becomes a
/// test.
std::string LoopWriter::declareMore(const std::string &Indent) const {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(M.Cond->IgnoreParens());
  bool IsCount = Cast && Cast->getCastKind() == CK_IntegralToBoolean &&
                 llvm::all_of(NextCond, [](char C) {
                   return isAsciiIdentifierContinue(C);
                 });
  return Indent + "const bool " + MoreName + " = " + NextCond +
         (IsCount ? " != 0;\n" : ";\n");
}

/// The start of the next tile's load, inside the loop.
std::string LoopWriter::nextTileText(const std::string &Indent) {
  if (hasCursor())
    return loadAhead(Indent);
  std::string Out =
      Indent + (Plan.Stages > 1
                    ? "// The next tile travels while this one is computed.\n"
                    : "// Fetch the next tile while this one is computed.\n");
  for (const std::string &Line : NextDeclarations)
    Out += Indent + Line + "\n";
  std::string Cond = NextCond;
  if (!MoreName.empty()) {
    Out += declareMore(Indent);
    Cond = MoreName;
  }
  std::string Other = StageName + " ^ 1";
  Out += Indent + "if (" + Cond + ")\n" + Indent + Unit +
         call(LoadName, Plan.UsesAsync, Other, /*Next=*/true, LoadParams) +
         "\n";
  // nvcc would sink the loads to the store that they are for: both have one
  // condition. No fence of memory stops it where what is loaded never changes.
  if (Plan.UsesRegisters)
    Out += Indent + "__syncwarp(); // Keeps the loads in front of the math.\n";
  return Out + commitText(Indent);
}

/// Something but comments stands in \p Range.
bool LoopWriter::holdsWords(TextRange Range) const {
  bool Found = false;
  Text.forTokens(Range, [&](const Token &Tok, unsigned) {
    Found |= Tok.is(tok::raw_identifier);
  });
  return Found;
}

std::optional<Rejection> LoopWriter::writeBody() {
  if (M.Early) {
    writeEarlyBody();
    return std::nullopt;
  }
  struct Piece {
    TextRange Range;
    bool Kept;
  };
  std::vector<Piece> Pieces;
  // Behind the brace, its comment and its line break.
  unsigned At = Text.endOfTrivia(BodyRange.Begin);
  unsigned Start = At;
  unsigned PublishPiece = 0, ReusePiece = 0;
  int WaitPiece = -1; // none where it stands inside another statement
  llvm::SmallVector<unsigned, 2> EarlyPieces;
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    unsigned End = std::max(At, Text.endOfTrivia(ItemRanges[I].End));
    // Early items at the top of the body stay there; others move up to it.
    if (M.Items[I].Early && At == Start &&
        Text.directives({At, ItemRanges[I].Begin}).empty()) {
      Start = At = End;
      continue;
    }
    // An #endif stays, whatever becomes of the statement behind it.
    if (ItemRanges[I].Begin > At)
      for (const Directive &D : Text.directives({At, ItemRanges[I].Begin})) {
        Pieces.push_back({{At, D.Line.End + 1}, true});
        At = D.Line.End + 1;
      }
    Role R = M.Items[I].R;
    bool Kept = (R == Role::Declaration && !movesOut(M.Items[I])) ||
                R == Role::Compute || R == Role::Both || R == Role::Advance ||
                (R == Role::Barrier &&
                 (I != M.PublishBarrier || M.KeepsPublishBarrier) &&
                 (I != M.ReuseBarrier || M.KeepsReuseBarrier) &&
                 !llvm::is_contained(M.TileBarriers, I));
    // What both sides compute keeps its comment where it comes first: in the
    // load phase.
    unsigned Line = Text.lineStart(ItemRanges[I].Begin);
    if (R == Role::Both && Line > At && !Text.text({At, Line}).trim().empty()) {
      Pieces.push_back({{At, Line}, false});
      At = Line;
    }
    // A macro that is empty here, and something else elsewhere, stays.
    if (holdsWords({At, ItemRanges[I].Begin})) {
      unsigned Behind = std::max(At, Line);
      if (holdsWords({Behind, ItemRanges[I].Begin}))
        Behind = ItemRanges[I].Begin;
      Pieces.push_back({{At, Behind}, true});
      At = Behind;
    }
    if (I == M.PublishBarrier)
      PublishPiece = Pieces.size();
    if (I == M.ReuseBarrier)
      ReusePiece = Pieces.size();
    if (M.Items[I].S == M.Wait)
      WaitPiece = int(Pieces.size());
    if (M.Items[I].Early)
      EarlyPieces.push_back(Pieces.size());
    Pieces.push_back({{At, End}, Kept && !M.Items[I].Early});
    At = End;
  }
  std::string Indent = LoopIndent + Unit;

  // A statement that moves up, with the comments around it.
  auto MovedPiece = [&](unsigned Index) {
    std::string Out =
        Text.text(Pieces[Index].Range).ltrim("\r\n").rtrim().str();
    if (Out.find('\n') == std::string::npos)
      Out = Indent + llvm::StringRef(Out).ltrim().str();
    return Out;
  };

  // The top of the trip: wait, barrier, the next load, this tile's buffers.
  std::string Top = Start > Text.endOfTrivia(BodyRange.Begin) ? "\n" : "";
  std::string Wait = Indent + waitText();
  if (M.Wait && WaitPiece >= 0) {
    Wait = MovedPiece(WaitPiece);
    if (std::optional<TextRange> Old = Text.statement(M.Wait);
        Old && ownWait()) { // the comments around it stay
      size_t At = Wait.find(Text.text(*Old));
      Wait.replace(At, Old->End - Old->Begin, waitText());
    }
  } else if (M.Wait) {
    std::optional<std::string> Guarded = guardedWait(Indent);
    if (!Guarded)
      return reject(M.Wait, "the wait is spelled by a macro");
    Wait = *Guarded;
  }
  // cg::wait(block) is both.
  if (Plan.UsesAsync && M.Wait != M.Items[M.PublishBarrier].S)
    Top += Wait + "\n";
  Top += (M.KeepsPublishBarrier ||
                  namesBodyVariable(M.Items[M.PublishBarrier].S, M)
              ? Indent + barrierText()
              : MovedPiece(PublishPiece)) +
         "\n\n";
  for (unsigned Index : EarlyPieces)
    Top += MovedPiece(Index) + "\n";
  if (!EarlyPieces.empty())
    Top += "\n";
  Top += nextTileText(Indent) + "\n";
  if (Plan.Stages > 1)
    Top += aliases(Indent);

  std::string Bottom;
  std::string Other = StageName + " ^ 1";
  if (hasCursor()) {
    Bottom = "\n" + moveOnAhead(Indent);
  } else if (Plan.UsesRegisters) {
    Bottom += "\n";
    if (Plan.Stages == 1 && !M.KeepsReuseBarrier)
      Bottom += MovedPiece(ReusePiece) + "\n";
    Bottom +=
        Indent + "if (" + MoreName + ")\n" + Indent + Unit +
        call(StoreName, /*Stored=*/true, Other, /*Next=*/true, StoreParams) +
        "\n";
  }
  if (Plan.Stages == 2)
    Bottom += (Bottom.empty() ? "\n" : "") + Indent + StageName + " ^= 1;\n";

  // Merge what goes and what comes into as few edits as there are gaps.
  TextRange Gap{Start, Start};
  std::string New = Top;
  bool BlankBefore = Plan.Stages == 1; // Top ends with a blank line
  auto Flush = [&] {
    if (Gap.Begin != Gap.End || !New.empty())
      Edits.push_back({Gap, New});
    New.clear();
  };
  for (const Piece &P : Pieces) {
    if (!P.Kept) {
      Gap.End = P.Range.End;
      continue;
    }
    llvm::StringRef Content = Text.text(P.Range);
    bool StartsBlank = Content.ltrim(" \t\r").starts_with("\n");
    if (!New.empty() || Gap.Begin != Gap.End) {
      // One blank line between what is new and what stays.
      if (BlankBefore && StartsBlank)
        while (
            Gap.End < P.Range.End &&
            Text.text({Gap.End, P.Range.End}).ltrim(" \t\r").starts_with("\n"))
          Gap.End = Text.text({0, P.Range.End}).find('\n', Gap.End) + 1;
      if (!New.empty() && !BlankBefore && !StartsBlank)
        New += "\n";
      Flush();
    }
    BlankBefore = false;
    Gap = {P.Range.End, P.Range.End};
  }
  New += Bottom;
  if (Gap.End < At)
    Gap.End = At;
  // Text between the last statement and the brace: comments stay in front.
  unsigned Close = Text.lineStart(BodyRange.End);
  if (!Text.text({At, std::max(At, Close)}).trim().empty()) {
    Flush();
    Gap = {Close, Close};
    New = Bottom;
    Edits.back().Text.resize(Edits.back().Text.size() - Bottom.size());
  }
  Flush();
  return std::nullopt;
}

} // namespace cudapipe
