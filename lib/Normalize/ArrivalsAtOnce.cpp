//===- ArrivalsAtOnce.cpp - Who arrives, and waits for it -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   auto token = bar.arrive();
//   bar.wait(std::move(token));     ->   bar.arrive_and_wait();
//
// Who arrives later keeps others waiting longer, and has stored no less: so
// what stands between the two may stay in front, if it waits for nobody, starts
// no copies and leaves no trip.
//
//===----------------------------------------------------------------------===//

#include "Builds/OneText.h"
#include "NormalizePass.h"
#include "Rewrite/SourceText.h"
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

/// What goes, and what is said in the place of the wait.
struct Pair {
  const Stmt *Arrival = nullptr, *Wait = nullptr;
  const CXXMemberCallExpr *Call = nullptr;
  /// The declaration of the token, where that is another statement.
  const Stmt *Token = nullptr;
  const VarDecl *Var = nullptr;
};

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
    while (At-- > 0 && !arrivesFor(Items[At], Token, Wait.Barrier)) {
      const Effects Of = effectsOf(Items[At], Flow, Ctx);
      if (!Of.Unknown.empty() || !Of.Pinned.empty() || !Of.Barriers.empty() ||
          !Of.BlockWaits.empty() || !Of.AsyncCopies.empty() ||
          !Of.Exits.empty())
        At = 0;
    }
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
