//===- ReadRingLoop.cpp - One buffer that can be a ring -------------------===//
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

/// It has no effect, and its names are of the thread's own variables, by value,
/// or of constants, which the loop leaves alone.
bool RingLoopReader::isConstantInLoop(const Expr *E) const {
  const bool MayMove = holds(E, [&](const Stmt &S) {
    if (isa<CallExpr, ArraySubscriptExpr, AtomicExpr, LambdaExpr, CXXThisExpr,
            StmtExpr>(S))
      return true;
    if (const auto *Part = dyn_cast<Expr>(&S);
        Part && Part->getType().isVolatileQualified())
      return true;
    if (const auto *Op = dyn_cast<UnaryOperator>(&S))
      return Op->getOpcode() == UO_Deref || Op->getOpcode() == UO_AddrOf ||
             Op->isIncrementDecrementOp();
    if (const auto *Op = dyn_cast<BinaryOperator>(&S))
      return Op->isAssignmentOp();
    if (const auto *Member = dyn_cast<MemberExpr>(&S))
      return Member->isArrow() ||
             Member->getMemberDecl()->getType()->isReferenceType();
    const auto *Ref = dyn_cast<DeclRefExpr>(&S);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!Var)
      return false;
    const bool IsConst = Var->getType().isConstQualified();
    return changesInLoop(Var) || Var == Out.Header.Counter ||
           declarationIn(Out.Header.Body, Var) ||
           Var->getType()->isReferenceType() ||
           (!IsConst && (Var->hasGlobalStorage() || Flow.isAliased(Var)));
  });
  if (MayMove)
    return false;
  const Effects Own = effectsOf(E, Flow, Ctx);
  return Own.Writes.empty() && Own.Unknown.empty() && Own.Pinned.empty() &&
         Own.MemoryReads.empty() && Own.MemoryWrites.empty();
}

/// A `continue` of the loop around \p S, which ends a trip in front of what
/// turns the ring.
static const Stmt *continueIn(const Stmt *S) {
  if (isa<ContinueStmt>(S))
    return S;
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, LambdaExpr>(S))
    return nullptr;
  for (const Stmt *Child : S->children())
    if (const Stmt *Found = Child ? continueIn(Child) : nullptr)
      return Found;
  return nullptr;
}

RingLoopReader::Why RingLoopReader::readHeader() {
  auto Unsupported = [&](const Stmt *At, const char *Text) {
    return reject(RejectionKind::UnsupportedLoop, At, Text);
  };
  const auto *For = dyn_cast<ForStmt>(Candidate.Loop);
  if (!For || !For->getCond() || !For->getInc())
    return Unsupported(Candidate.Loop,
                       "a ring needs a 'for' loop that counts its tiles");
  RingHeader &H = Out.Header;
  H.Loop = For;
  H.Body = dyn_cast<CompoundStmt>(For->getBody());
  if (!H.Body)
    return Unsupported(For, "the body of the loop is no block");
  const auto *Cond =
      dyn_cast<BinaryOperator>(For->getCond()->IgnoreParenImpCasts());
  const auto *Decls = dyn_cast_or_null<DeclStmt>(For->getInit());
  H.Counter = Decls && Decls->isSingleDecl()
                  ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                  : nullptr;
  if (!H.Counter || !H.Counter->getInit() ||
      !H.Counter->getType()->isIntegerType())
    return Unsupported(For, "the loop does not declare one counter");
  if (!Cond || Cond->getOpcode() != BO_LT ||
      ringVariable(Cond->getLHS()) != H.Counter)
    return Unsupported(For->getCond(),
                       "the condition is not 'counter < bound'");
  H.Bound = Cond->getRHS();
  const Expr *Inc = For->getInc()->IgnoreParenImpCasts();
  if (const auto *Op = dyn_cast<UnaryOperator>(Inc);
      Op && Op->isIncrementOp() &&
      ringVariable(Op->getSubExpr()) == H.Counter) {
    H.StepValue = 1;
  } else if (const auto *Set = dyn_cast<BinaryOperator>(Inc);
             Set && Set->getOpcode() == BO_AddAssign &&
             ringVariable(Set->getLHS()) == H.Counter) {
    const std::optional<int64_t> Value = constantValue(Set->getRHS(), Ctx);
    if (!Value || *Value <= 0)
      return Unsupported(Inc, "the step of the counter is no constant");
    H.Step = Set->getRHS();
    H.StepValue = *Value;
  } else {
    return Unsupported(Inc, "the counter does not go up by a step");
  }
  H.Start = constantValue(H.Counter->getInit(), Ctx);
  if (!H.Start || *H.Start < 0)
    return Unsupported(H.Counter->getInit(),
                       "the counter does not start at a constant");
  InLoop = effectsOf(H.Body, Flow, Ctx);
  if (InLoop.Writes.count(H.Counter))
    return Unsupported(For, "the body changes the counter");
  if (!isConstantInLoop(H.Bound))
    return Unsupported(H.Bound, "the bound may change in the loop");
  // `K / BK` is less than the greatest number by far.
  const Expr *Bound = H.Bound->IgnoreParenImpCasts();
  if (const VarDecl *Var = ringVariable(Bound);
      Var && Var->getInit() && isNeverChanged(*Var))
    Bound = Var->getInit()->IgnoreParenImpCasts();
  const auto *Quotient = dyn_cast<BinaryOperator>(Bound);
  const std::optional<int64_t> Whole = constantValue(Bound, Ctx),
                               Divisor =
                                   Quotient && Quotient->getOpcode() == BO_Div
                                       ? constantValue(Quotient->getRHS(), Ctx)
                                       : std::nullopt;
  H.HasRoom = Ctx.getTypeSize(H.Counter->getType()) >= 32 &&
              Ctx.getTypeSize(Bound->getType()) <=
                  Ctx.getTypeSize(H.Counter->getType()) &&
              (Whole ? *Whole < (1 << 30)
                     : Divisor && *Divisor >= 2 && H.StepValue < (1 << 20));
  if (!InLoop.Exits.empty())
    return reject(RejectionKind::EarlyExit, InLoop.Exits.front(),
                  "who leaves here leaves copies in flight");
  if (const Stmt *Continue = continueIn(H.Body))
    return reject(RejectionKind::EarlyExit, Continue,
                  "the ring turns at the end of the trip, which this skips");
  if (!Out.Kernel->hasAttr<CUDAGlobalAttr>())
    return Unsupported(For, "a ring is written where the barriers are "
                            "initialized, and a called function has none");
  return std::nullopt;
}

OrRejection<RingLoop> RingLoopReader::read() {
  for (auto Step :
       {&RingLoopReader::readHeader,        &RingLoopReader::readAround,
        &RingLoopReader::sortSteps,         &RingLoopReader::readCopies,
        &RingLoopReader::collectNames,      &RingLoopReader::checkTypes,
        &RingLoopReader::readLoads,         &RingLoopReader::checkTrip,
        &RingLoopReader::checkSources,      &RingLoopReader::checkBytes,
        &RingLoopReader::readWaits,         &RingLoopReader::findBarrier,
        &RingLoopReader::checkAsyncReaders, &RingLoopReader::readFront,
        &RingLoopReader::checkUses,         &RingLoopReader::checkArea,
        &RingLoopReader::checkAddresses,    &RingLoopReader::checkScopes,
        &RingLoopReader::checkArrivals,     &RingLoopReader::checkLoads,
        &RingLoopReader::checkCalls,        &RingLoopReader::checkInits,
        &RingLoopReader::checkTemplate,     &RingLoopReader::checkOtherShared,
        &RingLoopReader::checkEffects,      &RingLoopReader::checkStages})
    if (Why Not = (this->*Step)())
      return *Not;
  return std::move(Out);
}

OrRejection<RingLoop> readRingLoop(const LoopCandidate &Candidate,
                                   const Rejection &OneBuffer,
                                   bool IsOneDimensional,
                                   const ASTContext &Ctx) {
  return RingLoopReader(Candidate, OneBuffer, IsOneDimensional, Ctx).read();
}

} // namespace cudapipe
