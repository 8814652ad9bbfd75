//===- ArrivalsAtOnce.cpp - Who arrives, and waits for it -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   auto token = bar.arrive();
//   bar.wait(std::move(token));     ->   bar.arrive_and_wait();
//
//   (void)bar.arrive();
//   bar.wait_parity(phase);         ->   bar.arrive_and_wait();
//   phase ^= 1;
//
// Who arrives later keeps others waiting longer, and has stored no less: so
// what stands between the two may stay in front, if it waits for nobody, starts
// no copies that the barrier counts, and leaves no trip. It may wait with the
// whole block: all arrive there in front of the other wait, so nobody waits
// there for who waits here.
//
// A parity is that of the phase which the wait is for, if it is 0 at first and
// changes once a trip, and the barrier is for this loop alone.
//
//===----------------------------------------------------------------------===//

#include "Builds/OneText.h"
#include "NormalizePass.h"
#include "Rewrite/SourceText.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/BlockCounter.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

/// \p E without what the compiler adds to it.
const Expr *bare(const Expr *E) {
  while (E) {
    const Expr *Inner = E->IgnoreParenImpCasts();
    if (const auto *Made = dyn_cast<CXXConstructExpr>(Inner);
        Made && Made->getNumArgs() == 1)
      Inner = Made->getArg(0);
    else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Inner))
      Inner = Temporary->getSubExpr();
    else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(Inner))
      Inner = Bound->getSubExpr();
    else if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(Inner))
      Inner = Cleanups->getSubExpr();
    if (Inner == E)
      return E;
    E = Inner;
  }
  return nullptr;
}

/// The barrier of the block of which \p E calls the member \p Name, and the
/// argument, if there is one.
struct MemberCall {
  const VarDecl *Barrier = nullptr;
  const CXXMemberCallExpr *Call = nullptr;
  const Expr *Arg = nullptr;
};

MemberCall callOf(const Expr *E, StringRef Name) {
  const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(E ? bare(E) : nullptr);
  const CXXMethodDecl *Callee = Call ? Call->getMethodDecl() : nullptr;
  if (!Callee || !Callee->getIdentifier() || Callee->getName() != Name)
    return {};
  const auto *Ref = dyn_cast<DeclRefExpr>(
      Call->getImplicitObjectArgument()->IgnoreParenBaseCasts());
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !isBlockBarrierObject(Var->getType()))
    return {};
  MemberCall Out{Var, Call};
  for (const Expr *Arg : Call->arguments())
    if (!isa<CXXDefaultArgExpr>(Arg))
      Out.Arg = Arg;
  return Out;
}

/// `token` of `std::move(token)`.
const VarDecl *movedFrom(const Expr *E) {
  E = E ? bare(E) : nullptr;
  if (const auto *Call = dyn_cast_or_null<CallExpr>(E);
      Call && !isa<CXXMemberCallExpr>(Call) && Call->getNumArgs() == 1) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || !Callee->getIdentifier() || Callee->getName() != "move")
      return nullptr;
    E = bare(Call->getArg(0));
  }
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// `phase` of a wait by a parity, which is 0 in front of the loop and another
/// one in each trip. None: the number of the trip tells the parity.
struct Phase {
  const VarDecl *Var = nullptr;
  const DeclStmt *Declared = nullptr;
  const Stmt *Change = nullptr;
};

/// What goes, and what is said in the place of the wait.
struct Pair {
  const Stmt *Arrival = nullptr, *Wait = nullptr;
  const CXXMemberCallExpr *Call = nullptr;
  /// The declaration of the token, where that is another statement.
  const Stmt *Token = nullptr;
  const VarDecl *Var = nullptr;
  /// What it waits by instead of a token.
  std::optional<Phase> By = std::nullopt;
};

/// `bar.arrive()` without a number, whatever becomes of its token.
const VarDecl *arrivesAt(const Stmt *S) {
  const Expr *Value = nullptr;
  if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
    const auto *Var = Decls->isSingleDecl()
                          ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                          : nullptr;
    Value = Var ? Var->getInit() : nullptr;
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    Value = E->IgnoreParenCasts();
    if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(bare(Value));
        Op && Op->getOperator() == OO_Equal)
      Value = Op->getArg(1);
    else if (const auto *Set = dyn_cast<BinaryOperator>(bare(Value));
             Set && Set->getOpcode() == BO_Assign)
      Value = Set->getRHS();
  }
  const MemberCall Arrival = callOf(Value, "arrive");
  return Arrival.Arg ? nullptr : Arrival.Barrier;
}

/// An arrival at \p Barrier may move behind \p S of the same trip.
bool mayComeFirst(const Stmt *S, const VarDecl *Barrier,
                  const PointerFlow &Flow, ASTContext &Ctx) {
  // All arrive at other objects of the block, and wait there, in this order.
  if (const auto *E = dyn_cast<Expr>(S))
    for (const char *Name : {"wait", "wait_parity", "arrive_and_wait"})
      if (const VarDecl *Other = callOf(E, Name).Barrier)
        return Other != Barrier && barrierOfBlock(*Other, Ctx);
  if (const VarDecl *Other = arrivesAt(S))
    return Other != Barrier && barrierOfBlock(*Other, Ctx);
  const Effects Of = effectsOf(S, Flow, Ctx);
  return Of.Unknown.empty() && Of.Pinned.empty() && Of.Barriers.empty() &&
         Of.BlockWaits.empty() && Of.Exits.empty() &&
         llvm::all_of(Of.AsyncCopies, [&](const Stmt *Copy) {
           const std::optional<AsyncOperation> Op = asyncOperation(Copy, Ctx);
           return Op && Op->Kind == AsyncOperation::Copy && Op->Barrier &&
                  Op->Barrier != Barrier;
         });
}

/// `v ^= 1`, `v = !v`, `v = 1 - v`, `v = v ^ 1`.
bool flips(const Stmt *S, const VarDecl *Var, const ASTContext &Ctx) {
  const auto *Op = dyn_cast<BinaryOperator>(S);
  auto IsVar = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == Var;
  };
  auto IsOne = [&](const Expr *E) { return constantValue(E, Ctx) == 1; };
  if (!Op || !IsVar(Op->getLHS()))
    return false;
  if (Op->getOpcode() == BO_XorAssign)
    return IsOne(Op->getRHS());
  if (Op->getOpcode() != BO_Assign)
    return false;
  const Expr *Value = Op->getRHS()->IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(Value))
    return Not->getOpcode() == UO_LNot && IsVar(Not->getSubExpr());
  const auto *Of = dyn_cast<BinaryOperator>(Value);
  if (!Of)
    return false;
  if (Of->getOpcode() == BO_Sub)
    return IsOne(Of->getLHS()) && IsVar(Of->getRHS());
  return Of->getOpcode() == BO_Xor &&
         ((IsVar(Of->getLHS()) && IsOne(Of->getRHS())) ||
          (IsOne(Of->getLHS()) && IsVar(Of->getRHS())));
}

/// `t & 1`, `t % 2`, where `for (int t = 0; ...; ++t)` is \p Loop.
bool isParityOfTrip(const Expr *E, const Stmt *Loop, const PointerFlow &Flow,
                    const ASTContext &Ctx) {
  const auto *Op = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  const auto *For = dyn_cast<ForStmt>(Loop);
  const auto *Ref =
      Op ? dyn_cast<DeclRefExpr>(Op->getLHS()->IgnoreParenImpCasts()) : nullptr;
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!For || !Var || !Var->getType()->isIntegerType() || !Var->getInit() ||
      constantValue(Var->getInit(), Ctx) != 0 ||
      !contains(For->getInit(), declarationIn(For, Var)) ||
      constantValue(Op->getRHS(), Ctx) != (Op->getOpcode() == BO_And   ? 1
                                           : Op->getOpcode() == BO_Rem ? 2
                                                                       : -1))
    return false;
  const auto *Step = dyn_cast_or_null<UnaryOperator>(For->getInc());
  const auto *Stepped =
      Step && Step->isIncrementOp()
          ? dyn_cast<DeclRefExpr>(Step->getSubExpr()->IgnoreParens())
          : nullptr;
  if (!Stepped || Stepped->getDecl() != Var)
    return false;
  return !Flow.isAliased(Var) &&
         !effectsOf(For->getBody(), Flow, Ctx).Writes.count(Var);
}

/// \p S stands in a loop of \p Body.
bool isInLoop(const Stmt *Body, const Stmt *S) {
  return holds(Body, [&](const Stmt &At) {
    return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(At) && &At != S &&
           contains(&At, S);
  });
}

/// What \p Parity, by which item \p Wait of \p Items waits at \p Barrier, is:
/// nothing if it is not seen to be that of the trip's phase.
std::optional<Phase> phaseOf(const Expr *Parity, const VarDecl *Barrier,
                             llvm::ArrayRef<const Stmt *> Items, size_t Wait,
                             const PointerFlow &Flow, const LoopCandidate &One,
                             ASTContext &Ctx) {
  const Stmt *Body = One.Kernel->getBody();
  const std::optional<BlockCounter> Counter = barrierOfBlock(*Barrier, Ctx);
  if (!Counter || isInLoop(Body, One.Loop) || isInLoop(Body, Counter->Init) ||
      holdsA<GotoStmt>(Body))
    return std::nullopt;
  // One arrival and one wait a trip, and none elsewhere.
  unsigned Uses = 0;
  forEach<DeclRefExpr>(Body, [&](const DeclRefExpr &Ref) {
    if (Ref.getDecl() != Barrier || contains(Counter->Init, &Ref))
      return;
    ++Uses;
  });
  forEach<CallExpr>(One.Loop, [&](const CallExpr &Call) {
    const std::optional<AsyncOperation> Op = asyncOperation(&Call, Ctx);
    Uses -= Op && Op->Kind == AsyncOperation::Copy && Op->Barrier == Barrier;
  });
  if (Uses != 2)
    return std::nullopt;
  auto MayLeave = [&](const Stmt *S) {
    return !effectsOf(S, Flow, Ctx).Exits.empty();
  };
  Phase Out;
  if (isParityOfTrip(Parity, One.Loop, Flow, Ctx))
    return llvm::none_of(Items.take_front(Wait), MayLeave) ? std::optional(Out)
                                                           : std::nullopt;
  const auto *Ref = dyn_cast<DeclRefExpr>(Parity->IgnoreParenImpCasts());
  Out.Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Out.Var || !Out.Var->hasLocalStorage() || isa<ParmVarDecl>(Out.Var) ||
      !Out.Var->getType()->isIntegerType() || !Out.Var->getInit() ||
      constantValue(Out.Var->getInit(), Ctx) != 0)
    return std::nullopt;
  Out.Declared = declarationIn(Body, Out.Var);
  if (!Out.Declared || !Out.Declared->isSingleDecl() ||
      contains(One.Loop, Out.Declared))
    return std::nullopt;
  for (size_t I = 0; I < Items.size(); ++I) {
    if (!flips(Items[I], Out.Var, Ctx))
      continue;
    if (Out.Change || I < Wait ||
        llvm::any_of(Items.slice(Wait, I - Wait), MayLeave))
      return std::nullopt;
    Out.Change = Items[I];
  }
  // Nothing else asks for it than waits like this one.
  bool IsOnly = Out.Change;
  llvm::SmallVector<const Stmt *> Waits;
  for (const Stmt *S : Items)
    if (const auto *E = dyn_cast<Expr>(S); callOf(E, "wait_parity").Barrier)
      Waits.push_back(S);
  forEach<DeclRefExpr>(Body, [&](const DeclRefExpr &Use) {
    if (Use.getDecl() == Out.Var)
      IsOnly &=
          contains(Out.Change, &Use) ||
          llvm::any_of(Waits, [&](const Stmt *S) { return contains(S, &Use); });
  });
  return IsOnly ? std::optional(Out) : std::nullopt;
}

/// The arrival in \p S that sets \p Token, at \p Barrier.
bool arrivesFor(const Stmt *S, const VarDecl *Token, const VarDecl *Barrier) {
  const Expr *Value = nullptr;
  if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
    if (Decls->isSingleDecl() && Decls->getSingleDecl() == Token)
      Value = Token->getInit();
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    const Expr *To = nullptr;
    if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(bare(E));
        Op && Op->getOperator() == OO_Equal) {
      To = Op->getArg(0);
      Value = Op->getArg(1);
    } else if (const auto *Set = dyn_cast<BinaryOperator>(bare(E));
               Set && Set->getOpcode() == BO_Assign) {
      To = Set->getLHS();
      Value = Set->getRHS();
    }
    const auto *Ref =
        To ? dyn_cast<DeclRefExpr>(To->IgnoreParenImpCasts()) : nullptr;
    if (!Ref || Ref->getDecl() != Token)
      return false;
  }
  const MemberCall Arrival = callOf(Value, "arrive");
  return Arrival.Barrier == Barrier && !Arrival.Arg;
}

/// Waits of the trip that \p Loop makes with tokens of their own.
std::vector<Pair> pairsIn(const LoopCandidate &One, ASTContext &Ctx) {
  std::vector<Pair> Out;
  const auto *For = dyn_cast<ForStmt>(One.Loop);
  const auto *While = dyn_cast<WhileStmt>(One.Loop);
  const auto *Body = dyn_cast_or_null<CompoundStmt>(For     ? For->getBody()
                                                    : While ? While->getBody()
                                                            : nullptr);
  if (!Body)
    return Out;
  const PointerFlow Flow(*One.Kernel);
  const std::vector<const Stmt *> Items(Body->body_begin(), Body->body_end());
  for (size_t I = 0; I < Items.size(); ++I) {
    const auto *E = dyn_cast<Expr>(Items[I]);
    if (const MemberCall Wait = callOf(E, "wait_parity"); Wait.Arg) {
      size_t At = I;
      while (At-- > 0 && arrivesAt(Items[At]) != Wait.Barrier)
        if (!mayComeFirst(Items[At], Wait.Barrier, Flow, Ctx))
          At = 0;
      // A token is for who waits by it.
      const auto *Arrival = At < I ? dyn_cast<Expr>(Items[At]) : nullptr;
      if (!Arrival || !callOf(Arrival->IgnoreParenCasts(), "arrive").Barrier)
        continue;
      if (const std::optional<Phase> By =
              phaseOf(Wait.Arg, Wait.Barrier, Items, I, Flow, One, Ctx))
        Out.push_back({Arrival, Items[I], Wait.Call, nullptr, nullptr, By});
      continue;
    }
    const MemberCall Wait = callOf(E, "wait");
    if (!Wait.Arg)
      continue;
    if (const MemberCall Arrival = callOf(Wait.Arg, "arrive");
        Arrival.Barrier == Wait.Barrier && !Arrival.Arg) {
      Out.push_back({nullptr, Items[I], Wait.Call, nullptr});
      continue;
    }
    const VarDecl *Token = movedFrom(Wait.Arg);
    if (!Token || !Token->hasLocalStorage() || isa<ParmVarDecl>(Token))
      continue;
    size_t At = I;
    while (At-- > 0 && !arrivesFor(Items[At], Token, Wait.Barrier))
      if (!mayComeFirst(Items[At], Wait.Barrier, Flow, Ctx))
        At = 0;
    if (At >= I)
      continue;
    unsigned Uses = 0;
    forEach<DeclRefExpr>(One.Kernel->getBody(), [&](const DeclRefExpr &Ref) {
      Uses += Ref.getDecl() == Token;
    });
    const auto *Decls = dyn_cast<DeclStmt>(Items[At]);
    const DeclStmt *Declared = declarationIn(One.Kernel->getBody(), Token);
    if (Uses != (Decls ? 1 : 2) || !Declared || !Declared->isSingleDecl())
      continue;
    Out.push_back({Items[At], Items[I], Wait.Call,
                   Decls ? nullptr : static_cast<const Stmt *>(Declared),
                   Token});
  }
  return Out;
}

/// \p S, with its line if that holds nothing else.
std::optional<TextRange> lineOf(const Stmt *S, const SourceText &Text) {
  std::optional<TextRange> R = Text.statement(S);
  if (R && Text.text({Text.lineStart(R->Begin), R->Begin}).trim().empty())
    return TextRange{Text.lineStart(R->Begin), Text.endOfTrivia(R->End)};
  return R;
}

/// The parities that nothing but \p Pairs has asked for: what sets them.
std::vector<const Stmt *> goneWith(llvm::ArrayRef<Pair> Pairs, const Stmt *Body,
                                   const SourceText &Text, ASTContext &Ctx) {
  std::vector<const Stmt *> Out;
  const std::optional<TextRange> Whole = Text.range(Body);
  for (const Pair &P : Pairs) {
    const VarDecl *Var = P.By ? P.By->Var : nullptr;
    if (!Var || !Whole || !showsAllUses(Text, *Whole, *Var, *Body, Ctx) ||
        llvm::is_contained(Out, P.By->Change))
      continue;
    bool IsGone = true;
    forEach<DeclRefExpr>(Body, [&](const DeclRefExpr &Ref) {
      if (Ref.getDecl() == Var)
        IsGone &= contains(P.By->Change, &Ref) ||
                  llvm::any_of(Pairs, [&](const Pair &Of) {
                    return contains(Of.Wait, &Ref);
                  });
    });
    if (IsGone)
      Out.insert(Out.end(), {P.By->Change, P.By->Declared});
  }
  return Out;
}

std::optional<tooling::AtomicChange> atOnce(const LoopCandidate &One,
                                            ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceText Text(
      SM.getFileID(SM.getExpansionLoc(One.Loop->getBeginLoc())), Ctx);
  const std::vector<Pair> Pairs = pairsIn(One, Ctx);
  if (Pairs.empty())
    return std::nullopt;
  tooling::AtomicChange Change(SM, One.Loop->getBeginLoc());
  bool CanBeMade = true;
  auto Replace = [&](std::optional<TextRange> R, std::string New) {
    llvm::Error Failed =
        R ? Change.replace(
                SM,
                SM.getLocForStartOfFile(Text.file()).getLocWithOffset(R->Begin),
                R->End - R->Begin, New)
          : llvm::Error::success();
    CanBeMade &= R && !Failed;
    llvm::consumeError(std::move(Failed));
  };
  for (const Pair &P : Pairs) {
    const auto *Member = dyn_cast<MemberExpr>(P.Call->getCallee());
    const std::optional<TextRange> Name = Member ? Text.range(SourceRange(
                                                       Member->getMemberLoc()))
                                                 : std::nullopt,
                                   Call = Text.range(P.Call);
    if (!Name || !Call)
      return std::nullopt;
    // In another build, something else may ask for the token, or wait.
    const Stmt *All = One.Kernel->getBody();
    const std::optional<TextRange> Whole = Text.range(All),
                                   First = Text.range(P.Arrival ? P.Arrival
                                                                : P.Wait);
    if (!Whole || !First ||
        !isOneText(Text, {First->Begin, Call->End}, /*OrNumbers=*/true, Ctx) ||
        (P.Var && !showsAllUses(Text, *Whole, *P.Var, *All, Ctx)))
      return std::nullopt;
    Replace(TextRange{Name->Begin, Call->End}, "arrive_and_wait()");
    for (const Stmt *Gone : {P.Arrival, P.Token})
      if (Gone)
        Replace(lineOf(Gone, Text), "");
  }
  for (const Stmt *Gone : goneWith(Pairs, One.Kernel->getBody(), Text, Ctx))
    Replace(lineOf(Gone, Text), "");
  return CanBeMade ? std::optional(std::move(Change)) : std::nullopt;
}

struct ArrivalsAtOnce : NormalizePass {
  std::vector<Proposal> propose(const LoopInText &Loop) const override {
    if (!Loop.why() || Loop.why()->Kind != RejectionKind::CountedCopyInLoop)
      return {};
    return Loop.changed(
        [&](const LoopCandidate &One) { return atOnce(One, Loop.Ctx); });
  }
  bool accept(const LoopReport &, const LoopReport &After,
              const Proposal &) const override {
    return !After.Why;
  }
  void refuse(LoopReport &Loop, const LoopReport *After,
              const RewriteOptions &) const override {
    addReason(Loop, "with arrive_and_wait()", After);
  }
};

} // namespace

const NormalizePass &arrivalsAtOnce() {
  static const ArrivalsAtOnce Pass;
  return Pass;
}

} // namespace cudapipe
