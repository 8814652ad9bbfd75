//===- SkippedTrips.cpp - Barriers that every trip meets ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Inline/SkippedTrips.h"
#include "../Rewrite/SourceText.h"
#include "Analyze/Loop/LoopAnalysis.h"
#include "Analyze/Pointers/Callers.h"
#include "Builds/OneText.h"
#include "MadeStatements.h"
#include "MeaningPrinter.h"
#include "OpenedBlock.h"
#include "SkipTest.h"
#include "SparedBarriers.h"
#include "WaitsAround.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/LoopParts.h"
#include "cudapipe/Analyze/PassedPointers.h"
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
        Flow(pointersOf(Candidate, Ctx)),
        PerThread(perThreadAtBarriers(Candidate, Ctx)) {}

  std::optional<InlinedLoop> run();

private:
  /// What becomes of a statement of the skipped part. Repeated is a declaration
  /// that stands in each of the parts that use it.
  enum class Part { Guarded, Repeated, Barrier, Always };
  struct Piece {
    const Stmt *S;
    Part Is;
    /// Its lines, with the comments above and what follows on the last.
    TextRange Lines;
    /// Without them.
    TextRange Bare;
    bool isGuarded() const {
      return Is == Part::Guarded || Is == Part::Repeated;
    }
  };
  /// Pieces that stand in one `if`, or in none.
  struct Run {
    bool IsGuarded;
    /// Declarations of earlier runs.
    llvm::SmallVector<const Piece *, 2> Again;
    llvm::SmallVector<const Piece *, 8> Pieces;
  };

  bool isContinue() const { return !Skip.Around; }
  bool findSkip();
  bool mayAskAll() const;
  bool isSameElsewhere() const;
  void matchInstead();
  bool sharesOutside() const;
  bool mayUse(const Piece &P, const VarDecl &Var) const;
  bool mayUseOneOf(const Piece &P, const Piece &Decls) const;
  bool sortPieces();
  bool mayRunAlways(const Stmt &S) const;
  bool mayRepeat(const Piece &P) const;
  std::vector<Run> runs() const;
  const IfStmt *soleTest(const Run &R) const;
  bool readLines();
  std::optional<TextRange> withComments(const Stmt &S) const;
  bool readComment();
  void nameCondition();
  void nameFlag();
  std::string printTests(llvm::StringRef Indent, llvm::StringRef Inner) const;
  std::string print() const;
  const Stmt *made(MeaningPrinter &Meaning) const;

  const FunctionDecl &Kernel;
  const Stmt &Loop;
  const CompoundStmt *Body;
  ASTContext &Ctx;
  const SourceManager &SM;
  SourceText Text;
  PointerFlow Flow;
  std::optional<VarSet> PerThread;

  SkipTest Skip;
  bool HasBarriers = false;
  llvm::SmallVector<Piece, 8> Pieces;
  /// What a skipped trip does, but for what other trips do, too.
  llvm::SmallVector<const Stmt *, 2> Instead;
  /// Offset behind the last line of Pieces, and behind all that is replaced.
  unsigned EndOfPieces = 0, End = 0;
  /// When a piece runs, in text and in the AST, behind
  /// `const bool skipped = ..;`, if there is one.
  struct Condition {
    std::string Declaration, Guard, Opposite;
    const VarDecl *Named = nullptr;
    const Expr *Asked = nullptr, *NotAsked = nullptr;
  } When;
  /// What stands behind the condition, or its brace.
  std::string Comment;
};

} // namespace

/// A call that computes, with all arguments.
static bool isArithmetic(const CallExpr &Call, const ASTContext &Ctx) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  return Callee && isLibraryFunction(*Callee, Ctx) &&
         classifyLibraryCall(Callee->getQualifiedNameAsString()) ==
             LibraryCall::Pure;
}

/// \p S, which reads no memory, may not be worked out for some values.
static bool mayFail(const Stmt *S, const ASTContext &Ctx) {
  if (!S)
    return false;
  if (const auto *Op = dyn_cast<BinaryOperator>(S);
      Op && (Op->getOpcode() == BO_Div || Op->getOpcode() == BO_Rem) &&
      !Op->getType()->isRealFloatingType()) {
    Expr::EvalResult By;
    if (Op->getRHS()->isValueDependent() ||
        !Op->getRHS()->EvaluateAsInt(By, Ctx) || By.Val.getInt() == 0)
      return true;
  }
  const auto *Call = dyn_cast<CallExpr>(S);
  return isa<CXXConstructExpr>(S) || (Call && !isArithmetic(*Call, Ctx)) ||
         llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return mayFail(Child, Ctx); });
}

bool TripSkipper::findSkip() {
  auto IsPhase = [&](llvm::ArrayRef<Stmt *> Block) {
    return llvm::any_of(
        Block, [&](const Stmt *In) { return isBlockBarrier(In, Kernel, Ctx); });
  };
  std::optional<SkipTest> Found =
      lastSkipTest(*Body, Kernel, Text, IsPhase, Ctx);
  if (!Found || Found->Rest.empty())
    return false;
  Skip = std::move(*Found);
  for (const Stmt *In : Skip.Rest)
    Pieces.push_back(
        {In,
         isBlockBarrier(In, Kernel, Ctx) ? Part::Barrier : Part::Guarded,
         {},
         {}});
  // Behind the last barrier of the trip, each thread skips what it likes.
  HasBarriers = llvm::any_of(Pieces, [&](const Piece &P) {
    return !effectsOf(P.S, Flow, Ctx).Barriers.empty();
  });
  if (HasBarriers &&
      (llvm::none_of(Pieces,
                     [](const Piece &P) { return P.Is == Part::Barrier; }) ||
       !llvm::all_of(Skip.Asked, [&](const Expr *Cond) {
         return isSameForBlock(*Cond, Kernel, Flow, Ctx, *PerThread);
       })))
    return false;
  if (!isSameElsewhere())
    return false;
  matchInstead();
  for (const Stmt *S : Instead)
    if (Effects E = effectsOf(S, Flow, Ctx);
        !E.Exits.empty() || !E.Barriers.empty() || !E.AsyncCopies.empty())
      return false;
  return Skip.Jumps.empty() || mayAskAll();
}

/// All of it is written anew, from what this build makes of it: there is
/// nothing that another one may have there. What a trip does that is skipped is
/// also compared, number by number.
bool TripSkipper::isSameElsewhere() const {
  const std::optional<TextRange> Whole = Text.range(&Loop);
  return Whole &&
         isOneText(Text, *Whole, /*OrNumbers=*/Skip.Instead.empty(), Ctx);
}

/// Tests that set a variable: behind one that skips the trip, the next are
/// asked all the same.
bool TripSkipper::mayAskAll() const {
  size_t Exits = 0;
  for (const IfStmt *Test : Skip.Tests) {
    const Effects E = effectsOf(Test, Flow, Ctx);
    Exits += E.Exits.size();
    if (!E.Barriers.empty() || !E.AsyncCopies.empty())
      return false;
    if (Test != Skip.Tests.front() &&
        (!E.MemoryReads.empty() || !E.MemoryWrites.empty() ||
         !E.Unknown.empty() || !E.Pinned.empty() || mayFail(Test, Ctx) ||
         !llvm::all_of(E.Writes, [&](const VarDecl *Var) {
           return declarationIn(Test, Var);
         })))
      return false;
  }
  return Exits == Skip.Jumps.size();
}

/// What every trip does, skipped or not, in the same order.
void TripSkipper::matchInstead() {
  auto Profile = [&](const Stmt *S) {
    llvm::FoldingSetNodeID ID;
    S->Profile(ID, Ctx, /*Canonical=*/true);
    return ID;
  };
  Instead.assign(Skip.Instead.begin(), Skip.Instead.end());
  auto Left = Pieces.end();
  while (!Instead.empty() && !isa<DeclStmt>(Instead.back())) {
    const auto ID = Profile(Instead.back());
    auto It = std::find_if(std::make_reverse_iterator(Left), Pieces.rend(),
                           [&](const Piece &P) { return Profile(P.S) == ID; });
    if (It == Pieces.rend())
      return;
    if (It->Is == Part::Guarded)
      It->Is = Part::Always;
    Left = &*It;
    Instead.pop_back();
  }
}

/// In a trip that is skipped no barrier keeps apart what stands beside the
/// skipped part: those of every trip would hide that.
bool TripSkipper::sharesOutside() const {
  if (!HasBarriers)
    return false;
  llvm::SmallVector<const Stmt *> Beside;
  for (const Stmt *S : Body->body()) {
    if (llvm::any_of(Pieces, [&](const Piece &P) { return P.S == S; }))
      continue;
    if (!llvm::is_contained(Skip.Tests, S)) {
      Beside.push_back(S);
      continue;
    }
    if (!Skip.Jumps.empty())
      Beside.push_back(S);
    if (S != Skip.Tests.back())
      continue;
    if (Skip.Jumps.empty())
      Beside.append(Skip.Asked.begin(), Skip.Asked.end());
    Beside.append(Skip.Instead.begin(), Skip.Instead.end());
  }
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

/// The same of what \p Decls declares.
bool TripSkipper::mayUseOneOf(const Piece &P, const Piece &Decls) const {
  return llvm::any_of(cast<DeclStmt>(Decls.S)->decls(), [&](const Decl *D) {
    return mayUse(P, *cast<VarDecl>(D));
  });
}

/// \p S declares what is worked out as well in a trip that is skipped.
bool TripSkipper::mayRunAlways(const Stmt &S) const {
  Effects E = effectsOf(&S, Flow, Ctx);
  return E.MemoryReads.empty() && E.MemoryWrites.empty() && E.Unknown.empty() &&
         E.Pinned.empty() && E.Exits.empty() && !mayFail(&S, Ctx) &&
         // What it reads, a trip that is skipped has not missed to set.
         llvm::none_of(Pieces, [&](const Piece &P) {
           return P.isGuarded() &&
                  llvm::any_of(
                      effectsOf(P.S, Flow, Ctx).Writes,
                      [&](const VarDecl *Var) { return E.Reads.count(Var); });
         });
}

/// Further down in the trip, \p P declares the same.
bool TripSkipper::mayRepeat(const Piece &P) const {
  const Effects E = effectsOf(P.S, Flow, Ctx);
  llvm::SmallVector<const VarDecl *, 4> Own;
  for (const Decl *D : cast<DeclStmt>(P.S)->decls())
    Own.push_back(cast<VarDecl>(D));
  if (!E.MemoryWrites.empty() || !E.Unknown.empty() || !E.Pinned.empty() ||
      !E.Exits.empty() || !E.Barriers.empty() || !E.AsyncCopies.empty() ||
      !llvm::all_of(
          E.Writes,
          [&](const VarDecl *Var) { return llvm::is_contained(Own, Var); }) ||
      llvm::any_of(Own, [&](const VarDecl *Var) {
        return !Var->getInit() || Flow.isAliased(Var);
      }))
    return false;
  // Other threads are somewhere in the loop.
  if (!E.MemoryReads.empty()) {
    const Effects Whole = effectsOf(&Loop, Flow, Ctx);
    if (!Whole.Unknown.empty() || !Whole.AsyncCopies.empty() ||
        !llvm::all_of(E.MemoryReads,
                      [](const MemoryAccess &Read) {
                        return Read.Root.Kind == MemoryRoot::Global;
                      }) ||
        !llvm::all_of(Whole.MemoryWrites, [](const MemoryAccess &Write) {
          return Write.Root.Kind == MemoryRoot::Shared;
        }))
      return false;
  }
  // Up to the last part that uses it, nothing changes what it goes by.
  size_t First = &P - Pieces.begin(), Last = First;
  llvm::SmallVector<const Piece *, 4> Using = {&P};
  for (size_t I = First + 1; I < Pieces.size(); ++I) {
    if (llvm::none_of(Using, [&](const Piece *Decls) {
          return mayUseOneOf(Pieces[I], *Decls);
        }))
      continue;
    Last = I;
    if (Pieces[I].Is == Part::Repeated)
      Using.push_back(&Pieces[I]);
  }
  for (size_t I = First + 1; I <= Last; ++I)
    for (const VarDecl *Var : effectsOf(Pieces[I].S, Flow, Ctx).Writes)
      if (E.Reads.count(Var) || llvm::is_contained(Own, Var))
        return false;
  return llvm::none_of(E.Reads,
                       [&](const VarDecl *Var) { return Flow.isAliased(Var); });
}

/// A declaration that stands in one guarded part and is used in another has to
/// stand in front of both, or in both.
bool TripSkipper::sortPieces() {
  for (const Piece &P : Pieces)
    if (const auto *Decls = dyn_cast<DeclStmt>(P.S))
      for (const Decl *D : Decls->decls())
        // A part may end earlier than the trip.
        if (const auto *Var = dyn_cast<VarDecl>(D);
            !Var || !Var->hasLocalStorage() || Var->needsDestruction(Ctx))
          return false;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (size_t I = 0; I < Pieces.size(); ++I) {
      if (!isa<DeclStmt>(Pieces[I].S) || Pieces[I].Is != Part::Guarded)
        continue;
      bool Behind = false, Reaches = false;
      for (size_t J = I + 1; J < Pieces.size() && !Reaches; ++J) {
        Behind |= !Pieces[J].isGuarded();
        Reaches = (Behind || Pieces[J].Is == Part::Repeated) &&
                  mayUseOneOf(Pieces[J], Pieces[I]);
      }
      if (!Reaches)
        continue;
      // Its own writes are no matter.
      Pieces[I].Is = Part::Always;
      if (!mayRunAlways(*Pieces[I].S))
        Pieces[I].Is = Part::Repeated;
      Changed = true;
    }
  }
  return llvm::all_of(Pieces, [&](const Piece &P) {
    return P.Is != Part::Repeated || (HasBarriers && mayRepeat(P));
  });
}

/// The parts of the trip, each with the declarations that it needs.
std::vector<TripSkipper::Run> TripSkipper::runs() const {
  std::vector<Run> Out;
  for (size_t I = 0; I < Pieces.size();) {
    Run Next{Pieces[I].isGuarded(), {}, {}};
    size_t Last = I;
    while (Last < Pieces.size() && Pieces[Last].isGuarded() == Next.IsGuarded)
      ++Last;
    // From the last one: what needs a declaration stands behind it.
    llvm::SmallVector<const Piece *, 8> In;
    for (size_t J = Last; J-- > 0;) {
      const Piece &P = Pieces[J];
      if (J < I && P.Is != Part::Repeated)
        continue;
      if (P.Is == Part::Repeated &&
          (!Next.IsGuarded || llvm::none_of(In, [&](const Piece *Other) {
            return mayUseOneOf(*Other, P);
          })))
        continue;
      In.push_back(&P);
    }
    for (const Piece *P : llvm::reverse(In))
      if (P < &Pieces[I])
        Next.Again.push_back(P);
      else
        Next.Pieces.push_back(P);
    if (!Next.Pieces.empty())
      Out.push_back(std::move(Next));
    I = Last;
  }
  return Out;
}

/// A test of another skipped part that is all of \p R.
const IfStmt *TripSkipper::soleTest(const Run &R) const {
  const auto *If = R.IsGuarded && R.Again.empty() && R.Pieces.size() == 1
                       ? dyn_cast<IfStmt>(R.Pieces.front()->S)
                       : nullptr;
  if (!If || If->getElse() || If->getInit() || If->getConditionVariable() ||
      If->isConstexpr() || !isa<CompoundStmt>(If->getThen()))
    return nullptr;
  const Expr *Cond = If->getCond()->IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(Cond);
      Not && Not->getOpcode() == UO_LNot)
    Cond = Not->getSubExpr()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Cond);
  return Ref && Ref->getType()->isBooleanType() ? If : nullptr;
}

/// Each piece has lines of its own.
bool TripSkipper::readLines() {
  std::optional<TextRange> If = Text.range(Skip.Tests.front()),
                           Inner = Text.range(isContinue() ? Skip.Tests.back()
                                                           : Skip.Around);
  const auto *Block =
      isContinue() ? Body : dyn_cast<CompoundStmt>(Skip.Around->getThen());
  std::optional<TextRange> In = Text.range(Block), Whole = Text.range(Body);
  if (!If || !Inner || !In || !Whole)
    return false;
  llvm::SmallVector<TextRange, 8> Statements;
  if (!Skip.Jumps.empty())
    for (const IfStmt *Test : Skip.Tests) {
      std::optional<TextRange> Whole = Text.statement(Test);
      if (!Whole)
        return false;
      Statements.push_back(*Whole);
    }
  EndOfPieces = Text.lineStart(In->End - 1);
  End = isContinue() ? EndOfPieces : Text.endOfTrivia(If->End);
  unsigned Before = Text.lineStart(Inner->Begin);
  for (Piece &P : Pieces) {
    std::optional<TextRange> R = Text.statement(withoutAttributes(P.S));
    if (!R)
      return false;
    Statements.push_back(*R);
    P.Lines.Begin = Text.leading(R->Begin).Begin;
    P.Bare = {Text.lineStart(R->Begin), R->End};
    if (P.Lines.Begin <= Before || R->End > EndOfPieces ||
        !Text.text({P.Bare.Begin, R->Begin}).trim().empty())
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

/// \p S, which is in the tests, with the comments above it.
std::optional<TextRange> TripSkipper::withComments(const Stmt &S) const {
  std::optional<TextRange> R = Text.statement(withoutAttributes(&S));
  const unsigned If =
      SM.getFileOffset(SM.getExpansionLoc(Skip.Tests.front()->getBeginLoc()));
  if (R && Text.lineStart(R->Begin) > If &&
      Text.text({Text.lineStart(R->Begin), R->Begin}).trim().empty())
    R->Begin = std::max(Text.leading(R->Begin).Begin, If);
  return R;
}

/// Of comments that belong to the condition only one, at its end, has a place.
bool TripSkipper::readComment() {
  const IfStmt *Last = isContinue() ? Skip.Tests.back() : Skip.Around;
  std::optional<TextRange> First = Text.statement(Skip.Tests.front()),
                           If = Text.statement(Last),
                           Then = Text.statement(Last->getThen());
  if (!First || !If || (!Then && !isContinue()))
    return false;
  auto ToEndOfLine = [&](unsigned Begin) {
    return TextRange{Begin, unsigned(Text.code().find('\n', Begin))};
  };
  const TextRange Behind = ToEndOfLine(
      isContinue() ? If->End : First->End); // of one around it, the last brace
  const StringRef Rest =
      Text.text(isContinue() ? Behind : ToEndOfLine(Then->Begin + 1)).rtrim();
  if (!Rest.trim().empty() && !Rest.ltrim().starts_with("//"))
    return false;
  if (!Skip.Jumps.empty())
    return Rest.trim().empty();
  Comment = Rest.str();
  // What stays keeps the comments in it.
  unsigned From = First->Begin;
  if (isContinue() && Skip.Tests.size() == 1 && Then &&
      isa<CompoundStmt>(Last->getThen())) {
    const TextRange Opening = ToEndOfLine(Then->Begin + 1);
    if (Text.text(Opening).ltrim().starts_with("//") && Rest.trim().empty()) {
      if (Text.text({From, Opening.Begin}).contains("//") ||
          Text.text({From, Opening.Begin}).contains("/*"))
        return false;
      Comment = Text.text(Opening).rtrim().str();
      From = Opening.End;
    }
  }
  auto Holds = [&](unsigned To) {
    const StringRef Gap = Text.text({From, To});
    return Gap.contains("//") || Gap.contains("/*");
  };
  if (!isContinue()) {
    if (Holds(Then->Begin))
      return false;
    From = Then->End;
  }
  for (const Stmt *S : Instead) {
    std::optional<TextRange> R = withComments(*S);
    if (!R || R->Begin < From || Holds(R->Begin))
      return false;
    From = R->End;
  }
  return isContinue() ? !Holds(If->End) : !Holds(Behind.End);
}

/// A condition that is the name of a constant is one already.
void TripSkipper::nameCondition() {
  const Expr *Cond = Skip.When.Is->IgnoreParenImpCasts();
  bool IsNegated = isContinue();
  const auto *Not = dyn_cast<UnaryOperator>(Cond);
  if (Not && Not->getOpcode() == UO_LNot) {
    Cond = Not->getSubExpr()->IgnoreParenImpCasts();
    IsNegated = !IsNegated;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Cond);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  auto Guard = [&](const std::string &Name, const Expr *Value) {
    When.Guard = (IsNegated ? "!" : "") + Name;
    When.Opposite = (IsNegated ? "" : "!") + Name;
    When.Asked = madeCondition(Value, IsNegated, Ctx);
    When.NotAsked = madeCondition(Value, !IsNegated, Ctx);
  };
  if (Var && Var->hasLocalStorage() && !Var->getType()->isReferenceType() &&
      isNeverChanged(*Var) && Skip.When.Spelled == Skip.When.Is) {
    Guard(Var->getNameAsString(), Not ? Not->getSubExpr() : Skip.When.Is);
    return;
  }
  NameTable Names(Text.file(), Ctx);
  std::string Name = Names.unique(isContinue() ? "skipped" : "active");
  When.Declaration = "const bool " + Name + " = " + Skip.When.Text + ";";
  When.Named = madeVariable(Name, *Skip.When.Is, Kernel, Ctx);
  IsNegated = isContinue();
  Guard(Name, madeValue(*When.Named, Ctx));
}

/// The tests set a variable where they left the trip.
void TripSkipper::nameFlag() {
  NameTable Names(Text.file(), Ctx);
  std::string Name = Names.unique("skipped");
  When.Declaration = "bool " + Name + " = false;";
  When.Guard = "!" + Name;
  When.Named = madeFlag(Name, *Skip.Tests.front(), Kernel, Ctx);
  When.Asked = madeCondition(madeValue(*When.Named, Ctx), true, Ctx);
}

/// What decides that a trip is skipped, and what it does then.
std::string TripSkipper::printTests(StringRef Indent, StringRef Inner) const {
  const StringRef Ending = Text.code().contains("\r\n") ? "\r\n" : "\n";
  std::string Out;
  if (!Skip.Jumps.empty()) {
    std::vector<TextEdit> Edits;
    const StringRef Name = StringRef(When.Guard).drop_front();
    for (const ContinueStmt *Jump : Skip.Jumps) {
      unsigned At = SM.getFileOffset(SM.getExpansionLoc(Jump->getBeginLoc()));
      Edits.push_back(
          {{At, At + unsigned(strlen("continue"))}, (Name + " = true").str()});
    }
    const TextRange All{Text.statement(Skip.Tests.front())->Begin,
                        Text.statement(Skip.Tests.back())->End};
    return (Indent + When.Declaration + Ending + Indent +
            Text.edited(All, std::move(Edits)).value_or("") + Ending)
        .str();
  }
  if (!When.Declaration.empty()) {
    // Of several tests each gets a line, if one does not hold them.
    const bool IsLong = Indent.size() + When.Declaration.size() > 80;
    const std::string Next =
        IsLong ? (Ending + Indent).str() +
                     std::string(When.Declaration.find('=') + 2, ' ')
               : " ";
    Out = Indent.str();
    for (char C : When.Declaration)
      C == SkipTest::NewLine ? Out += Next : Out += C;
    Out += Comment + Ending.str();
  } else if (!Comment.empty()) {
    Out = (Indent + StringRef(Comment).ltrim() + Ending).str();
  }
  if (Instead.empty())
    return Out;
  Out += (Indent + "if (" + When.Opposite + ") {" + Ending).str();
  for (const Stmt *S : Instead) {
    const TextRange R = *withComments(*S);
    Out += reindent(Text.text(R).ltrim(), Text.indentAt(R.End - 1), Inner) +
           Ending.str();
  }
  return Out + (Indent + "}" + Ending).str();
}

std::string TripSkipper::print() const {
  unsigned At =
      SM.getFileOffset(SM.getExpansionLoc(Skip.Tests.front()->getBeginLoc()));
  const StringRef Indent = Text.indentAt(At);
  const StringRef OfLoop =
      Text.indentAt(SM.getFileOffset(SM.getExpansionLoc(Loop.getBeginLoc())));
  const std::string Inner =
      (Indent + (Indent.size() > OfLoop.size() ? Indent.substr(OfLoop.size())
                                               : StringRef("  ")))
          .str();
  const StringRef Ending = Text.code().contains("\r\n") ? "\r\n" : "\n";
  std::string Out = printTests(Indent, Inner);
  const std::vector<Run> Runs = runs();
  for (const Run &R : Runs) {
    std::string Lines;
    for (const Piece *P : R.Pieces)
      Lines += Text.text(P->Lines);
    const StringRef Kept = StringRef(Lines).rtrim();
    const StringRef From = Text.indentAt(SM.getFileOffset(SM.getExpansionLoc(
        withoutAttributes(R.Pieces.front()->S)->getBeginLoc())));
    if (const IfStmt *Test = soleTest(R)) {
      const unsigned Begin = R.Pieces.front()->Lines.Begin;
      const TextRange Cond = *Text.range(Test->getCond());
      std::string Joined = Kept.str();
      Joined.insert(Cond.Begin - Begin, When.Guard + " && ");
      Out += reindent(Joined, From, Indent) + Ending.str();
    } else {
      if (R.IsGuarded)
        Out += (Indent + "if (" + When.Guard + ") {" + Ending).str();
      for (const Piece *P : R.Again)
        Out +=
            reindent(Text.text(P->Bare), Text.indentAt(P->Bare.Begin), Inner) +
            Ending.str();
      Out += reindent(Kept, From, R.IsGuarded ? Inner : Indent) + Ending.str();
      if (R.IsGuarded)
        Out += (Indent + "}" + Ending).str();
    }
    // Blank lines between the parts stay.
    StringRef Blank = StringRef(Lines).substr(Kept.size());
    size_t First = Blank.find('\n');
    if (&R != &Runs.back() && First != StringRef::npos)
      Out += Blank.substr(First + 1).str();
  }
  return Out;
}

/// What print() has to be read as: the body of the loop.
const Stmt *TripSkipper::made(MeaningPrinter &Meaning) const {
  llvm::SmallVector<const Stmt *> Out;
  for (const Stmt *S : Body->body()) {
    if (!llvm::is_contained(Skip.Tests, S)) {
      Out.push_back(S);
      continue;
    }
    if (S != Skip.Tests.back())
      continue;
    if (When.Named)
      Out.push_back(madeDeclaration(*When.Named, Ctx));
    for (const ContinueStmt *Jump : Skip.Jumps)
      Meaning.replace(Jump, madeSet(*When.Named, Ctx));
    if (!Skip.Jumps.empty())
      Out.append(Skip.Tests.begin(), Skip.Tests.end());
    if (!Instead.empty())
      Out.push_back(madeIf(*When.NotAsked, madeBlock(Instead, Ctx), Ctx));
    for (const Run &R : runs()) {
      llvm::SmallVector<const Stmt *> In;
      for (const Piece *P : R.Again)
        In.push_back(P->S);
      for (const Piece *P : R.Pieces)
        In.push_back(P->S);
      if (const IfStmt *Test = soleTest(R))
        Out.push_back(
            madeIf(*madeBoth(When.Asked, Test->getCond(), BO_LAnd, Ctx),
                   Test->getThen(), Ctx));
      else if (R.IsGuarded)
        Out.push_back(madeIf(*When.Asked, madeBlock(In, Ctx), Ctx));
      else
        Out.append(In.begin(), In.end());
    }
    if (isContinue())
      break;
  }
  return madeBlock(Out, Ctx);
}

std::optional<InlinedLoop> TripSkipper::run() {
  if (!Body || !PerThread || !findSkip() || sharesOutside() ||
      dependsOnPlace(Body, SM) || !sortPieces() || !readLines() ||
      !readComment())
    return std::nullopt;
  if (Skip.Jumps.empty())
    nameCondition();
  else
    nameFlag();
  unsigned Begin = Text.lineStart(
      SM.getFileOffset(SM.getExpansionLoc(Skip.Tests.front()->getBeginLoc())));
  tooling::AtomicChange Change(SM, Loop.getBeginLoc());
  llvm::Error Failed = Change.replace(
      SM, SM.getLocForStartOfFile(Text.file()).getLocWithOffset(Begin),
      End - Begin, print());
  bool IsBad = bool(Failed);
  llvm::consumeError(std::move(Failed));
  if (IsBad)
    return std::nullopt;
  MeaningPrinter Meaning(Kernel, Ctx);
  Meaning.replace(Body, made(Meaning));
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
