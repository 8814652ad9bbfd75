//===- SkippedTrips.cpp - Barriers that every trip meets ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Inline/SkippedTrips.h"
#include "../Rewrite/SourceText.h"
#include "Analyze/Loop/LoopAnalysis.h"
#include "MadeStatements.h"
#include "MeaningPrinter.h"
#include "OpenedBlock.h"
#include "SparedBarriers.h"
#include "WaitsAround.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/LoopParts.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Rewrite/LoopRewrite.h"
#include "clang/AST/Attr.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
static const Stmt *withoutAttributes(const Stmt *S) {
  while (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    S = Attributed->getSubStmt();
  return S;
}

namespace {

class TripSkipper {
public:
  TripSkipper(const LoopCandidate &Candidate, ASTContext &Ctx)
      : Kernel(*Candidate.Kernel), Loop(*Candidate.Loop),
        Body(dyn_cast_or_null<CompoundStmt>(bodyOf(Loop))), Ctx(Ctx),
        SM(Ctx.getSourceManager()),
        Text(SM.getFileID(SM.getExpansionLoc(Loop.getBeginLoc())), Ctx),
        Flow(Kernel) {}

  std::optional<InlinedLoop> run();

private:
  /// What becomes of a statement of the skipped part.
  enum class Part { Guarded, Barrier, Always };
  struct Piece {
    const Stmt *S;
    Part Is;
    /// Its lines, with the comments above and what follows on the last.
    TextRange Lines;
  };

  bool findSkip();
  bool sharesOutside() const;
  bool mayUse(const Piece &P, const VarDecl &Var) const;
  bool sortPieces();
  bool mayRunAlways(const Stmt &S) const;
  bool readLines();
  bool readComment();
  void nameCondition();
  std::string print() const;
  const Stmt *made() const;

  const FunctionDecl &Kernel;
  const Stmt &Loop;
  const CompoundStmt *Body;
  ASTContext &Ctx;
  const SourceManager &SM;
  SourceText Text;
  PointerFlow Flow;

  /// `if (..) continue;`, or the `if` around it all.
  const IfStmt *Skip = nullptr;
  bool IsContinue = false, HasBarriers = false;
  llvm::SmallVector<Piece, 8> Pieces;
  /// Offset behind the last line of Pieces, and behind all that is replaced.
  unsigned EndOfPieces = 0, End = 0;
  /// When a piece runs, in text and in the AST, behind
  /// `const bool skipped = ..;`, if there is one.
  struct Condition {
    std::string Declaration, Guard;
    const VarDecl *Named = nullptr;
    const Expr *Asked = nullptr;
  } When;
  /// What stands behind the condition, or its brace.
  std::string Comment;
};

} // namespace

/// Of several, the last: the others stand in front of the condition then, or
/// around it.
bool TripSkipper::findSkip() {
  for (const Stmt *S : llvm::reverse(Body->body())) {
    const auto *If = dyn_cast<IfStmt>(S);
    if (!If || If->getElse() || If->getInit() || If->getConditionVariable() ||
        If->isConstexpr())
      continue;
    const Stmt *Then = If->getThen();
    const auto *Block = dyn_cast<CompoundStmt>(Then);
    IsContinue = isa<ContinueStmt>(
        Block && Block->size() == 1 ? Block->body_front() : Then);
    if (!IsContinue && !(Block && Block->size() > 1 &&
                         llvm::any_of(Block->body(), [&](auto *In) {
                           return isBlockBarrier(In, Kernel, Ctx);
                         })))
      continue;
    Skip = If;
    const auto Rest =
        IsContinue ? llvm::ArrayRef(std::next(llvm::find(Body->body(), S)),
                                    Body->body_end())
                   : llvm::ArrayRef(Block->body_begin(), Block->body_end());
    for (const Stmt *In : Rest)
      Pieces.push_back(
          {In,
           isBlockBarrier(In, Kernel, Ctx) ? Part::Barrier : Part::Guarded,
           {}});
    break;
  }
  if (Pieces.empty())
    return false;
  // Behind the last barrier of the trip, each thread skips what it likes.
  HasBarriers = llvm::any_of(Pieces, [&](const Piece &P) {
    return !effectsOf(P.S, Flow, Ctx).Barriers.empty();
  });
  return !HasBarriers || (isSameForBlock(*Skip->getCond(), Kernel, Flow, Ctx) &&
                          llvm::any_of(Pieces, [](const Piece &P) {
                            return P.Is == Part::Barrier;
                          }));
}

/// In a trip that is skipped no barrier keeps apart what stands beside the
/// skipped part: those of every trip would hide that.
bool TripSkipper::sharesOutside() const {
  if (!HasBarriers)
    return false;
  llvm::SmallVector<const Stmt *> Beside;
  for (const Stmt *S : Body->body())
    if (llvm::none_of(Pieces, [&](const Piece &P) { return P.S == S; }))
      Beside.push_back(S == Skip ? Skip->getCond() : S);
  return !waitsInTrip(Beside, Kernel, Flow, Ctx);
}

/// \p P uses \p Var, perhaps in text that an #if switches off.
bool TripSkipper::mayUse(const Piece &P, const VarDecl &Var) const {
  if (mentions(P.S, &Var))
    return true;
  const std::optional<TextRange> R = Text.statement(withoutAttributes(P.S));
  if (!R)
    return true;
  bool Found = false;
  if (Text.hasConditionals(*R))
    Text.forTokens(*R, [&](const Token &Tok, unsigned) {
      Found |= Tok.is(tok::raw_identifier) &&
               Tok.getRawIdentifier() == Var.getName();
    });
  return Found;
}

/// \p S declares what is worked out as well in a trip that is skipped.
bool TripSkipper::mayRunAlways(const Stmt &S) const {
  Effects E = effectsOf(&S, Flow, Ctx);
  auto Fails = [](auto &&Self, const Stmt *Part) -> bool {
    const auto *Op = dyn_cast_or_null<BinaryOperator>(Part);
    return Part &&
           ((Op && (Op->getOpcode() == BO_Div || Op->getOpcode() == BO_Rem)) ||
            isa<CallExpr, CXXConstructExpr>(Part) ||
            llvm::any_of(Part->children(),
                         [&](const Stmt *Child) { return Self(Self, Child); }));
  };
  return E.MemoryReads.empty() && E.MemoryWrites.empty() && E.Unknown.empty() &&
         E.Pinned.empty() && E.Exits.empty() && !Fails(Fails, &S) &&
         // What it reads, a trip that is skipped has not missed to set.
         llvm::none_of(Pieces, [&](const Piece &P) {
           return P.Is == Part::Guarded &&
                  llvm::any_of(
                      effectsOf(P.S, Flow, Ctx).Writes,
                      [&](const VarDecl *Var) { return E.Reads.count(Var); });
         });
}

/// A declaration that stands in one guarded part and is used in another has to
/// stand in front of both.
bool TripSkipper::sortPieces() {
  for (size_t I = 0; I < Pieces.size(); ++I) {
    const auto *Decls = dyn_cast<DeclStmt>(Pieces[I].S);
    if (!Decls)
      continue;
    bool Reaches = false;
    for (const Decl *D : Decls->decls()) {
      const auto *Var = dyn_cast<VarDecl>(D);
      // A part may end earlier than the trip.
      if (!Var || !Var->hasLocalStorage() || Var->needsDestruction(Ctx))
        return false;
      bool Behind = false;
      for (size_t J = I + 1; J < Pieces.size(); ++J) {
        Behind |= Pieces[J].Is != Part::Guarded;
        Reaches |= Behind && mayUse(Pieces[J], *Var);
      }
    }
    if (!Reaches)
      continue;
    // Its own writes are no matter.
    Pieces[I].Is = Part::Always;
    if (!mayRunAlways(*Pieces[I].S))
      return false;
  }
  // One that came to stand outside may have parted others.
  for (size_t I = 0; I < Pieces.size(); ++I)
    if (const auto *Decls = dyn_cast<DeclStmt>(Pieces[I].S);
        Decls && Pieces[I].Is == Part::Guarded) {
      bool Behind = false;
      for (size_t J = I + 1; J < Pieces.size(); ++J) {
        Behind |= Pieces[J].Is != Part::Guarded;
        for (const Decl *D : Decls->decls())
          if (Behind && mayUse(Pieces[J], *cast<VarDecl>(D)))
            return false;
      }
    }
  return true;
}

/// Each piece has lines of its own.
bool TripSkipper::readLines() {
  std::optional<TextRange> If = Text.range(Skip);
  const auto *Block =
      IsContinue ? Body : dyn_cast<CompoundStmt>(Skip->getThen());
  std::optional<TextRange> In = Text.range(Block), Whole = Text.range(Body);
  if (!If || !In || !Whole)
    return false;
  llvm::SmallVector<TextRange, 8> Statements;
  EndOfPieces = Text.lineStart(In->End - 1);
  End = IsContinue ? EndOfPieces : Text.endOfTrivia(In->End);
  unsigned Before = Text.lineStart(If->Begin);
  for (Piece &P : Pieces) {
    std::optional<TextRange> R = Text.statement(withoutAttributes(P.S));
    if (!R)
      return false;
    Statements.push_back(*R);
    P.Lines.Begin = Text.leading(R->Begin).Begin;
    unsigned Line = Text.lineStart(R->Begin);
    if (P.Lines.Begin <= Before || R->End > EndOfPieces ||
        !Text.text({Line, R->Begin}).trim().empty())
      return false;
    Before = R->Begin;
  }
  if (!Text.holdConditionals(Statements, *Whole))
    return false;
  for (size_t I = 0; I < Pieces.size(); ++I)
    Pieces[I].Lines.End =
        I + 1 < Pieces.size() ? Pieces[I + 1].Lines.Begin : EndOfPieces;
  return Text.text({Text.lineStart(If->Begin), If->Begin}).trim().empty();
}

/// Of comments that belong to the condition only one, at its end, has a place.
bool TripSkipper::readComment() {
  std::optional<TextRange> If = Text.statement(Skip),
                           Cond = Text.range(Skip->getCond()),
                           Then = Text.statement(Skip->getThen());
  if (!If || !Cond || !Then)
    return false;
  auto Holds = [&](TextRange R) {
    return Text.text(R).contains("//") || Text.text(R).contains("/*");
  };
  auto ToEndOfLine = [&](unsigned Begin) {
    return TextRange{Begin, unsigned(Text.code().find('\n', Begin))};
  };
  const TextRange Behind = ToEndOfLine(If->End);
  const TextRange Opening = ToEndOfLine(Then->Begin + 1);
  Comment = Text.text(IsContinue ? Behind : Opening).rtrim().str();
  return !Holds({If->Begin, Then->Begin}) &&
         !Holds(IsContinue ? *Then : Behind) &&
         (StringRef(Comment).trim().empty() ||
          StringRef(Comment).ltrim().starts_with("//"));
}

/// A condition that is the name of a constant is one already.
void TripSkipper::nameCondition() {
  const Expr *Cond = Skip->getCond()->IgnoreParenImpCasts();
  bool IsNegated = IsContinue;
  const auto *Not = dyn_cast<UnaryOperator>(Cond);
  if (Not && Not->getOpcode() == UO_LNot) {
    Cond = Not->getSubExpr()->IgnoreParenImpCasts();
    IsNegated = !IsNegated;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Cond);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (Var && Var->hasLocalStorage() && !Var->getType()->isReferenceType() &&
      isNeverChanged(*Var)) {
    When.Guard = (IsNegated ? "!" : "") + Var->getNameAsString();
    When.Asked = madeCondition(Not ? Not->getSubExpr() : Skip->getCond(),
                               IsNegated, Ctx);
    return;
  }
  NameTable Names(Text.file(), Ctx);
  std::string Name = Names.unique(IsContinue ? "skipped" : "active");
  When.Declaration = "const bool " + Name + " = " +
                     Text.text(Skip->getCond()).value_or("") + ";";
  When.Guard = (IsContinue ? "!" : "") + Name;
  When.Named = madeVariable(Name, *Skip->getCond(), Kernel, Ctx);
  When.Asked = madeCondition(madeValue(*When.Named, Ctx), IsContinue, Ctx);
}

std::string TripSkipper::print() const {
  unsigned At = SM.getFileOffset(SM.getExpansionLoc(Skip->getBeginLoc()));
  const StringRef Indent = Text.indentAt(At);
  const StringRef OfLoop =
      Text.indentAt(SM.getFileOffset(SM.getExpansionLoc(Loop.getBeginLoc())));
  const std::string Inner =
      (Indent + (Indent.size() > OfLoop.size() ? Indent.substr(OfLoop.size())
                                               : StringRef("  ")))
          .str();
  const StringRef Ending = Text.code().contains("\r\n") ? "\r\n" : "\n";
  std::string Out;
  if (!When.Declaration.empty())
    Out = (Indent + When.Declaration + Comment + Ending).str();
  else if (!Comment.empty())
    Out = (Indent + StringRef(Comment).ltrim() + Ending).str();
  for (size_t I = 0; I < Pieces.size();) {
    bool Guarded = Pieces[I].Is == Part::Guarded;
    size_t Next = I + 1;
    while (Next < Pieces.size() &&
           (Pieces[Next].Is == Part::Guarded) == Guarded)
      ++Next;
    StringRef Lines =
        Text.text({Pieces[I].Lines.Begin, Pieces[Next - 1].Lines.End});
    StringRef Kept = Lines.rtrim();
    const StringRef From = Text.indentAt(SM.getFileOffset(
        SM.getExpansionLoc(withoutAttributes(Pieces[I].S)->getBeginLoc())));
    if (Guarded)
      Out += (Indent + "if (" + When.Guard + ") {" + Ending).str();
    Out += reindent(Kept, From, Guarded ? Inner : Indent) + Ending.str();
    if (Guarded)
      Out += (Indent + "}" + Ending).str();
    // Blank lines between the parts stay.
    StringRef Blank = Lines.substr(Kept.size());
    size_t First = Blank.find('\n');
    if (Next < Pieces.size() && First != StringRef::npos)
      Out += Blank.substr(First + 1).str();
    I = Next;
  }
  return Out;
}

/// What print() has to be read as: the body of the loop.
const Stmt *TripSkipper::made() const {
  llvm::SmallVector<const Stmt *> Out, Guarded;
  auto Close = [&] {
    if (!Guarded.empty())
      Out.push_back(madeIf(*When.Asked, madeBlock(Guarded, Ctx), Ctx));
    Guarded.clear();
  };
  for (const Stmt *S : Body->body()) {
    if (S != Skip) {
      Out.push_back(S);
      continue;
    }
    if (When.Named)
      Out.push_back(madeDeclaration(*When.Named, Ctx));
    for (const Piece &P : Pieces) {
      if (P.Is != Part::Guarded)
        Close();
      (P.Is == Part::Guarded ? Guarded : Out).push_back(P.S);
    }
    Close();
    if (IsContinue)
      break;
  }
  return madeBlock(Out, Ctx);
}

std::optional<InlinedLoop> TripSkipper::run() {
  if (!Body || !Kernel.hasAttr<CUDAGlobalAttr>() || !findSkip() ||
      sharesOutside() || dependsOnPlace(Body, SM) || !sortPieces() ||
      !readLines() || !readComment())
    return std::nullopt;
  nameCondition();
  if (When.Guard.empty() || Text.text(Skip->getCond()).value_or("").empty())
    return std::nullopt;
  unsigned Begin =
      Text.lineStart(SM.getFileOffset(SM.getExpansionLoc(Skip->getBeginLoc())));
  tooling::AtomicChange Change(SM, Loop.getBeginLoc());
  llvm::Error Failed = Change.replace(
      SM, SM.getLocForStartOfFile(Text.file()).getLocWithOffset(Begin),
      End - Begin, print());
  bool IsBad = bool(Failed);
  llvm::consumeError(std::move(Failed));
  if (IsBad)
    return std::nullopt;
  MeaningPrinter Meaning(Kernel, Ctx);
  Meaning.replace(Body, made());
  return InlinedLoop{std::move(Change), Meaning.print(Loop)};
}

std::optional<InlinedLoop> meetInSkippedTrips(const LoopCandidate &Candidate,
                                              ASTContext &Ctx) {
  if (std::optional<InlinedLoop> Always = meetInEveryTrip(Candidate, Ctx))
    return Always;
  if (std::optional<InlinedLoop> Opened = openBlock(Candidate, Ctx))
    return Opened;
  return TripSkipper(Candidate, Ctx).run();
}

} // namespace cudapipe
