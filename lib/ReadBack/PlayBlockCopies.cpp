//===- PlayBlockCopies.cpp - One thread copies for all, played ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   if (threadIdx.x == 0) {
//     fence_proxy_async_shared_cta();           each of these by the first
//     memcpy_async_tx(&As[0], ..., full[1]);    thread alone, and in this
//     barrier_expect_tx(full[1], sizeof(As));   order
//   }
//   if (threadIdx.x == 0)
//     full[1].arrive();                         Commit: the phase's one arrival
//   full[0].wait_parity(phase);                 Wait, for the next phase
//
// The phases of all stages come one behind the other, as groups do: arrival N
// and wait N are at stage N % S, in use N / S of it.
//
//===----------------------------------------------------------------------===//

#include "Player.h"
#include "cudapipe/Analyze/ConstantInt.h"

using namespace clang;

namespace cudapipe {

/// The dimension of `threadIdx.x`, or 0.
static char dimensionOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Object = dyn_cast<PseudoObjectExpr>(E))
    E = Object->getSyntacticForm()->IgnoreParenImpCasts();
  const Expr *Base = nullptr;
  const NamedDecl *Member = nullptr;
  if (const auto *Property = dyn_cast<MSPropertyRefExpr>(E)) {
    Base = Property->getBaseExpr();
    Member = Property->getPropertyDecl();
  } else if (const auto *Of = dyn_cast<MemberExpr>(E)) {
    Base = Of->getBase();
    Member = Of->getMemberDecl();
  }
  const auto *Ref =
      Base ? dyn_cast<DeclRefExpr>(Base->IgnoreParenImpCasts()) : nullptr;
  return Ref && Ref->getDecl()->getDeclName().isIdentifier() &&
                 Ref->getDecl()->getName() == "threadIdx" &&
                 Member->getName().size() == 1
             ? Member->getName().front()
             : 0;
}

/// Adds the dimensions that \p E is the sum of; false where it is another sum.
static bool addDimensions(const Expr *E, std::set<char> &Out) {
  if (const auto *Op = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
      Op && Op->getOpcode() == BO_Add)
    return addDimensions(Op->getLHS(), Out) && addDimensions(Op->getRHS(), Out);
  const char Dimension = dimensionOf(E);
  Out.insert(Dimension);
  return Dimension != 0;
}

/// One thread of the block passes.
bool Player::isFirstThread(const Expr &Cond) const {
  const auto *Op = dyn_cast<BinaryOperator>(Cond.IgnoreParenImpCasts());
  std::set<char> Of;
  return Op && Op->getOpcode() == BO_EQ &&
         constantValue(Op->getRHS(), Ctx) == 0 &&
         addDimensions(Op->getLHS(), Of) && Of.count('x') &&
         (Proved.OfOneDimension || (Of.count('y') && Of.count('z')));
}

/// `aligned_size_t<16>(sizeof(As))`, `sizeof(As)`.
static std::optional<int64_t> bytesOf(const Expr *E, const ASTContext &Ctx) {
  E = E->IgnoreParenImpCasts();
  if (E->isValueDependent())
    return std::nullopt;
  if (E->getType()->isIntegerType())
    return constantValue(E, Ctx);
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return bytesOf(Temporary->getSubExpr(), Ctx);
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(E))
    return bytesOf(Cleanups->getSubExpr(), Ctx);
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return bytesOf(Cast->getSubExpr(), Ctx);
  const auto *Made = dyn_cast<CXXConstructExpr>(E);
  return Made && Made->getNumArgs() > 0 ? bytesOf(Made->getArg(0), Ctx)
                                        : std::nullopt;
}

static void add(std::optional<int64_t> &To, std::optional<int64_t> Bytes) {
  To = To && Bytes ? std::optional(*To + *Bytes) : std::nullopt;
}

void Player::performOfBlock(const Operation &Op) {
  BlockCopies &State = Now.OfBlock;
  if (Op.Kind == Operation::ProxyFence) {
    State.IsFenced |= State.InFirst > 0;
    return;
  }
  if (Op.Kind == Operation::Init) {
    const Value Bar = eval(Op.Counter);
    if (!Bar.Root || (Bar.Root != Learned.Counter && Learned.Counter))
      return;
    State.IsSetUp = true;
    if (Learned.Counter &&
        (!State.InFirst || bytesOf(Op.Size, Ctx) != 1 || State.IsReady))
      Problem = "a barrier that counts copies is not set up once, for one "
                "arrival";
    return;
  }
  const Object Bar = objectOf(Op.Counter);
  if (Op.Kind == Operation::BlockCopy) {
    const Value To = eval(Op.Async.To);
    eval(Op.Async.From);
    load(To.Places, Value(), /*IsAsync=*/true);
    if (Now.InLoad && Learns)
      Learned.Counter = Bar.Root;
    if (Bar.Root == Learned.Counter && !Now.Quiet) {
      for (const BufferPlace &Place : To.Places)
        if (!Bar.Index || Place.Buffer != *Bar.Index)
          Problem =
              "a copy into one stage is counted by the barrier of another";
      if (!State.IsFenced)
        Problem = "a copy for the block may overtake what threads have stored";
      add(State.Copied, bytesOf(Op.Size, Ctx));
    }
  }
  if (Now.Quiet || !Bar.Root || Bar.Root != Learned.Counter)
    return;
  const bool Waits = Op.Kind == Operation::WaitParity;
  if (!Waits && !State.InFirst)
    Problem = "not one thread alone copies for the block";
  if (!State.IsReady)
    Problem = "a barrier that counts copies is used before it is set up";
  const int Phase = Waits ? State.Awaited : State.Arrived;
  if (Bar.Index != Phase % int(Proved.Stages))
    Problem = "phases of the stages do not follow each other";
  if (Op.Kind == Operation::Expect)
    add(State.Expected, bytesOf(Op.Size, Ctx));
  if (Op.Kind == Operation::Arrive) {
    if (State.Copied != State.Expected)
      Problem = "other bytes are expected than are copied";
    State.Copied = State.Expected = 0;
    State.IsFenced = false;
    ++State.Arrived;
    emit({Event::Commit});
  }
  if (Waits) {
    const Value Parity = eval(Op.Size);
    if (Parity.Known != Phase / int(Proved.Stages) % 2)
      Problem = "a wait is for the other parity";
    ++State.Awaited;
    emit({Event::Wait, 0, 0, State.Arrived - State.Awaited});
  }
}

} // namespace cudapipe
