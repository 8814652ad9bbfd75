//===- RingWaits.cpp - Waits, and their parity ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RingLoopReader.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/Attr.h"
#include <map>

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

RingLoopReader::Why RingLoopReader::readWaits() {
  std::map<const RingBarrier *, const TransferStep *> Seen;
  FirstWait = Items.size();
  for (size_t I = 0; I < Items.size(); ++I)
    for (const TransferStep &S : Steps[I]) {
      if (S.Kind != TransferStep::BarrierWait)
        continue;
      const RingBarrier *B = barrierOf(S);
      if (!B)
        return reject(RejectionKind::OtherBarrier, S.outermost(),
                      "'" + S.Name +
                          "' waits at a barrier that no copy of "
                          "the loop counts at");
      if (!Seen.try_emplace(B, &S).second)
        return reject(RejectionKind::BarrierPhase, S.outermost(),
                      "the trip waits twice at '" + spellingOf(*B) + "'");
      const Reach How = reachOf(Items[I], S);
      if (How == Reach::Perhaps)
        return reject(RejectionKind::BarrierPhase, S.outermost(),
                      "not all threads wait here in each trip");
      if (S.MayFail && How != Reach::Again)
        return reject(RejectionKind::BarrierPhase, S.outermost(),
                      "'" + S.Name +
                          "' is not asked again until the phase is "
                          "over");
      if (S.Name == "arrive_and_wait" ||
          S.Name.find("_for") != std::string::npos ||
          S.Name.find("_until") != std::string::npos)
        return reject(OneBuffer.Kind, S.outermost(),
                      "'" + S.Name + "' does more than wait");
      if (FirstWait == Items.size())
        FirstWait = I;
      LastWait = I;
      WaitOf[B - Out.Barriers.data()] = I;
      if (Why Not = readParity(S, I))
        return Not;
    }
  if (Seen.size() != Out.Barriers.size())
    return reject(RejectionKind::BarrierPhase, Out.Copy.outermost(),
                  "the trip does not wait for all of its copies");
  // Keys, their wait, values, their wait: each in front of its own.
  for (size_t I = FirstWait; I < Items.size(); ++I) {
    if (!isLoad(I))
      continue;
    StartsBehindWait = true;
    for (const TransferStep &S : Steps[I])
      if (const RingBarrier *B = barrierOf(S);
          B && WaitOf.at(B - Out.Barriers.data()) <= I)
        return reject(OneBuffer.Kind, Items[I],
                      "copies start behind the wait of the trip");
  }
  return std::nullopt;
}

RingLoopReader::Why RingLoopReader::readParity(const TransferStep &Wait,
                                               size_t Item) {
  auto Wrong = [&](const Stmt *At) {
    return reject(RejectionKind::BarrierPhase, At,
                  "the parity is not seen to be that of the trip: 0, 1, 0, 1");
  };
  if (Wait.Name == "wait" && isa<CXXMemberCallExpr>(Wait.Where)) {
    if (!Wait.Calls.empty())
      return Wrong(Wait.outermost());
    return readToken(*cast<CallExpr>(Wait.Where), Wait.Phase);
  }
  const ExprOnWay At = outermost({Wait.Phase, Wait.Calls});
  if (!At.E || !At.Calls.empty())
    return Wrong(Wait.outermost());
  // In a ring it is another: it turns once a round, not once a trip.
  if (!isForTheWaitAlone(Wait))
    return reject(RejectionKind::BarrierPhase, Wait.outermost(),
                  "the parity is used for something else than the wait");
  const Expr *E = At.E->IgnoreParenImpCasts();
  if (const VarDecl *Var = ringVariable(E))
    return readPhase(Var, Wait, Item);
  // A macro may have it twice.
  const SourceManager &SM = Ctx.getSourceManager();
  unsigned Times = 0;
  forEach<Expr>(Items[Item], [&](const Expr &Other) {
    Times += Other.getStmtClass() == E->getStmtClass() &&
             SM.getSpellingLoc(Other.getBeginLoc()) ==
                 SM.getSpellingLoc(E->getBeginLoc()) &&
             SM.getSpellingLoc(Other.getEndLoc()) ==
                 SM.getSpellingLoc(E->getEndLoc());
  });
  if (Times != 1)
    return Wrong(E);
  const auto *Op = dyn_cast<BinaryOperator>(E);
  const std::optional<int64_t> Right =
      Op ? constantValue(Op->getRHS(), Ctx) : std::nullopt;
  if (!Op || !((Op->getOpcode() == BO_And && Right == 1) ||
               (Op->getOpcode() == BO_Rem && Right == 2)))
    return Wrong(E);
  const Expr *Trip = Op->getLHS()->IgnoreParenImpCasts();
  int64_t By = 1;
  if (const auto *Quotient = dyn_cast<BinaryOperator>(Trip);
      Quotient && Quotient->getOpcode() == BO_Div) {
    By = constantValue(Quotient->getRHS(), Ctx).value_or(0);
    Trip = Quotient->getLHS()->IgnoreParenImpCasts();
  }
  const RingHeader &H = Out.Header;
  const VarDecl *Of = ringVariable(Trip);
  if (By == 1 && Of && countsTrips(Of, Item)) {
    Out.Waits.push_back({nullptr, At.E});
    return std::nullopt;
  }
  if (Out.Around && Of == H.Counter)
    return reject(RejectionKind::BarrierPhase, Out.Around,
                  "the loop runs again with the same barriers here, and its "
                  "parity starts at 0 again");
  if (Of != H.Counter || By != H.StepValue || *H.Start % (2 * By) != 0)
    return Wrong(E);
  Out.Waits.push_back({nullptr, At.E});
  return std::nullopt;
}

/// What \p E is where \p Var is \p Value; nothing if it hangs on more.
static std::optional<int64_t> valueWhere(const Expr *E, const VarDecl *Var,
                                         int64_t Value, const ASTContext &Ctx) {
  E = E->IgnoreParenCasts();
  if (ringVariable(E) == Var)
    return Value;
  auto Of = [&](const Expr *Part) { return valueWhere(Part, Var, Value, Ctx); };
  if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
    const std::optional<int64_t> Inner = Of(Op->getSubExpr());
    return Inner && Op->getOpcode() == UO_LNot ? std::optional(int64_t(!*Inner))
                                               : std::nullopt;
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    const std::optional<int64_t> Cond = Of(Choice->getCond());
    return Cond ? Of(*Cond ? Choice->getTrueExpr() : Choice->getFalseExpr())
                : std::nullopt;
  }
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op || Op->isAssignmentOp())
    return mentions(E, Var) ? std::nullopt : constantValue(E, Ctx);
  const std::optional<int64_t> Left = Of(Op->getLHS()),
                               Right = Of(Op->getRHS());
  if (!Left || !Right)
    return std::nullopt;
  switch (Op->getOpcode()) {
  case BO_Add:
    return *Left + *Right;
  case BO_Sub:
    return *Left - *Right;
  case BO_Xor:
    return *Left ^ *Right;
  case BO_And:
    return *Left & *Right;
  case BO_Rem:
    return *Left < 0 || *Right <= 0 ? std::nullopt
                                    : std::optional(*Left % *Right);
  case BO_EQ:
    return *Left == *Right;
  case BO_NE:
    return *Left != *Right;
  default:
    return std::nullopt;
  }
}

/// \p Var, which is \p Value, behind the assignment \p E to it.
static std::optional<int64_t> valueBehind(const Expr &E, const VarDecl *Var,
                                          int64_t Value,
                                          const ASTContext &Ctx) {
  const auto *Set = dyn_cast<BinaryOperator>(E.IgnoreParenImpCasts());
  if (!Set || ringVariable(Set->getLHS()) != Var)
    return std::nullopt;
  const std::optional<int64_t> Right =
      valueWhere(Set->getRHS(), Var, Value, Ctx);
  if (!Right)
    return std::nullopt;
  if (Set->getOpcode() == BO_Assign)
    return Right;
  return Set->getOpcode() == BO_XorAssign ? std::optional(Value ^ *Right)
                                          : std::nullopt;
}

/// \p Var is 0 in front of all loops, and one more behind the \p Wait of each
/// trip, and nowhere else.
bool RingLoopReader::countsTrips(const VarDecl *Var, size_t Wait) const {
  if (!Var->hasLocalStorage() || isa<ParmVarDecl>(Var) || !Var->getInit() ||
      !Var->getType()->isIntegerType() || Flow.isAliased(Var) ||
      constantValue(Var->getInit(), Ctx) != 0 ||
      declarationIn(Out.Around ? Out.Around : Out.Header.Loop, Var))
    return false;
  unsigned Counts = 0, Writes = 0;
  forEach<Expr>(KernelBody, [&](const Expr &E) {
    if (const auto *Op = dyn_cast<UnaryOperator>(&E))
      Writes +=
          (Op->isIncrementDecrementOp() || Op->getOpcode() == UO_AddrOf) &&
          ringVariable(Op->getSubExpr()) == Var;
    else if (const auto *Set = dyn_cast<BinaryOperator>(&E))
      Writes += Set->isAssignmentOp() && ringVariable(Set->getLHS()) == Var;
  });
  for (size_t I = Wait + 1; I < Items.size(); ++I) {
    const auto *E = dyn_cast<Expr>(Items[I]);
    const auto *Op =
        E ? dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts()) : nullptr;
    const auto *Set =
        E ? dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts()) : nullptr;
    Counts +=
        (Op && Op->isIncrementOp() && ringVariable(Op->getSubExpr()) == Var) ||
        (Set && Set->getOpcode() == BO_AddAssign &&
         ringVariable(Set->getLHS()) == Var &&
         constantValue(Set->getRHS(), Ctx) == 1);
  }
  return Counts == 1 && Writes == 1;
}

/// `phase`, which is 0 in front of the loop and turned once a trip.
RingLoopReader::Why RingLoopReader::readPhase(const VarDecl *Var,
                                              const TransferStep &Wait,
                                              size_t Item) {
  auto Wrong = [&](const Stmt *At, const llvm::Twine &Text) {
    return reject(RejectionKind::BarrierPhase, At,
                  "'" + Var->getNameAsString() + "' " + Text);
  };
  if (Out.Phase && Out.Phase != Var)
    return Wrong(Wait.outermost(), "is a second parity");
  if (!Var->hasLocalStorage() || isa<ParmVarDecl>(Var) || !Var->getInit() ||
      constantValue(Var->getInit(), Ctx) != 0 ||
      declarationIn(Out.Header.Body, Var) ||
      (Out.Around && declarationIn(Out.Around, Var)))
    return Wrong(Wait.outermost(), "does not start at 0 in front of the loop");
  for (size_t I = 0; I < Items.size(); ++I) {
    if (!effectsOf(Items[I], Flow, Ctx).Writes.count(Var))
      continue;
    const auto *E = dyn_cast<Expr>(Items[I]);
    const bool Turns = E && valueBehind(*E, Var, 0, Ctx) == 1 &&
                       valueBehind(*E, Var, 1, Ctx) == 0;
    if (!Turns || I <= Item || (Out.Toggle && Out.Toggle != Items[I]))
      return Wrong(Items[I],
                   "is not turned once a trip, behind the wait, and no more");
    Out.Toggle = Items[I];
  }
  if (!Out.Toggle)
    return Wrong(Wait.outermost(), "is not turned in the trip");
  // It is another in the middle of a turn of the ring.
  unsigned Uses = 0, Known = 0;
  forEach<DeclRefExpr>(KernelBody, [&](const DeclRefExpr &Ref) {
    Uses += Ref.getDecl() == Var;
  });
  auto Count = [&](const Stmt *S) {
    forEach<DeclRefExpr>(
        S, [&](const DeclRefExpr &Ref) { Known += Ref.getDecl() == Var; });
  };
  Count(Out.Toggle);
  for (const std::vector<TransferStep> &All : Steps)
    for (const TransferStep &S : All)
      if (S.Kind == TransferStep::BarrierWait &&
          ringVariable(outermost({S.Phase, S.Calls}).E) == Var)
        ++Known;
  if (Uses != Known)
    return Wrong(Wait.outermost(), "is used for something else, too");
  Out.Phase = Var;
  Out.Waits.push_back({});
  return std::nullopt;
}

/// `bar.wait(std::move(token))`, of a token that the loads have set.
RingLoopReader::Why RingLoopReader::readToken(const CallExpr &Wait,
                                              const Expr *Token) {
  const VarDecl *Var = nullptr;
  forEach<DeclRefExpr>(Token, [&](const DeclRefExpr &Ref) {
    if (const auto *Of = dyn_cast<VarDecl>(Ref.getDecl()))
      Var = Of;
  });
  if (!Var || !Var->hasLocalStorage())
    return reject(RejectionKind::BarrierPhase, &Wait,
                  "it arrives and waits at once");
  // Used by the loads that set it, and here.
  unsigned Uses = 0;
  forEach<DeclRefExpr>(KernelBody, [&](const DeclRefExpr &Ref) {
    Uses +=
        Ref.getDecl() == Var && llvm::none_of(Out.Loads, [&](const Stmt *Load) {
          return contains(Load, &Ref);
        });
  });
  if (Uses != 1)
    return reject(RejectionKind::BarrierPhase, &Wait,
                  "'" + Var->getNameAsString() + "' is used elsewhere, too");
  Out.Waits.push_back({&Wait, nullptr});
  return std::nullopt;
}

} // namespace cudapipe
