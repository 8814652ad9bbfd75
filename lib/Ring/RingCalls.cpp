//===- RingCalls.cpp - What called functions do beside a step -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that a called function does is told of its call. Where a step is in it,
// the call counts as the step: so the function must do nothing else that
// another time, or another stage, would change.
//
//===----------------------------------------------------------------------===//

#include "RingLoopReader.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {

RingLoopReader::Why RingLoopReader::checkCalls() {
  for (size_t I = 0; I < Items.size(); ++I)
    for (const TransferStep &S : Steps[I]) {
      if (Why Not = checkWay(S, Steps[I], isLoad(I)))
        return Not;
    }
  return std::nullopt;
}

/// The functions that lead to \p Step, one of \p Of, which are the steps of a
/// statement; \p IsMoved: that another place, or another number of times, is
/// for it.
RingLoopReader::Why RingLoopReader::checkWay(const TransferStep &Step,
                                             llvm::ArrayRef<TransferStep> Of,
                                             bool IsMoved) {
  std::optional<PointerFlow> Pointers;
  for (const CallExpr *Call : Step.Calls) {
    const FunctionDecl *Callee = calledFunction(*Call);
    // The library says in its manual what it does.
    if (!Callee || isLibraryFunction(*Callee, Ctx))
      break;
    PointerFlow Next = flowInto(*Call, Pointers ? *Pointers : Flow, Ctx);
    Pointers.emplace(std::move(Next));
    if (Why Not = checkCalled(*Callee, *Pointers, Of, IsMoved))
      return Not;
  }
  return std::nullopt;
}

/// Each barrier of the ring is initialized by its statement, once for each
/// stage.
RingLoopReader::Why RingLoopReader::checkInits() {
  for (const RingBarrier &B : Out.Barriers) {
    const std::vector<TransferStep> Of = transferSteps(B.Init, Ctx);
    const Effects E = effectsOf(B.Init, Flow, Ctx);
    bool Others =
        !E.Writes.empty() || llvm::count_if(Of, [](auto &S) {
                               return S.Kind == TransferStep::BarrierInit;
                             }) != 1;
    for (const TransferStep &S : Of) {
      Others |= S.Kind != TransferStep::BarrierInit &&
                S.Kind != TransferStep::InitFence &&
                S.Kind != TransferStep::ProxyFence;
      if (Why Not = checkWay(S, Of, /*IsMoved=*/true))
        return Not;
    }
    if (Others)
      return reject(RejectionKind::BarrierNotReady, B.Init,
                    "this does more than initialize '" +
                        B.Var->getNameAsString() +
                        "', and is done once for each stage; give it a "
                        "statement of its own");
  }
  return std::nullopt;
}

/// Another instantiation must have the same copies and the same trips.
RingLoopReader::Why RingLoopReader::checkTemplate() {
  const FunctionDecl *Pattern = Out.Kernel->getTemplateInstantiationPattern();
  if (!Pattern || !Pattern->getBody())
    return std::nullopt;
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceRange Loop = Out.Header.Loop->getSourceRange();
  auto InLoop = [&](const Stmt &S) {
    return !SM.isBeforeInTranslationUnit(S.getBeginLoc(), Loop.getBegin()) &&
           !SM.isBeforeInTranslationUnit(Loop.getEnd(), S.getBeginLoc());
  };
  const Stmt *Found = findStatement(Pattern->getBody(), [&](const Stmt &S) {
    const auto *If = dyn_cast<IfStmt>(&S);
    return InLoop(S) &&
           ((If && If->isConstexpr()) ||
            isa<DependentScopeDeclRefExpr, CXXDependentScopeMemberExpr>(S) &&
                llvm::any_of(Out.Loads, [&](const Stmt *Load) {
                  return SM.isPointWithin(S.getBeginLoc(), Load->getBeginLoc(),
                                          Load->getEndLoc());
                }));
  });
  if (Found)
    return reject(RejectionKind::TemplateDependent, Found,
                  "another instantiation of the kernel may copy otherwise");
  return std::nullopt;
}

RingLoopReader::Why RingLoopReader::checkCalled(const FunctionDecl &Callee,
                                                const PointerFlow &Pointers,
                                                llvm::ArrayRef<TransferStep> Of,
                                                bool IsMoved) {
  const Effects E = effectsOf(Callee.getBody(), Pointers, Ctx);
  const std::string More =
      "'" + Callee.getNameAsString() + "' does more than its step";
  auto IsStep = [&](const Stmt *Where) {
    return llvm::any_of(Of, [&](const TransferStep &S) {
      return S.Where == Where || llvm::is_contained(S.Calls, Where) ||
             // It asks until the phase is over.
             (S.Kind == TransferStep::BarrierWait &&
              isa<WhileStmt, DoStmt, ForStmt>(Where) &&
              contains(Where, S.Calls.empty() ? S.Where : S.Calls.back()));
    });
  };
  for (const Occurrence &What : E.Unknown)
    if (!IsStep(What.Where))
      return reject(RejectionKind::UnknownEffects, What.Where,
                    More + ": " + What.What);
  for (const Occurrence &What : E.Pinned)
    if (!IsStep(What.Where))
      return reject(RejectionKind::VolatileAccess, What.Where,
                    More + ": " + What.What);
  for (const BlockWait &Wait : E.BlockWaits)
    if (llvm::none_of(Of, [&](const TransferStep &S) {
          return contains(Wait.Where, S.Where) ||
                 llvm::any_of(S.Calls, [&](const CallExpr *Call) {
                   return contains(Wait.Where, Call);
                 });
        }))
      return reject(RejectionKind::SourceMayChange, Wait.Where,
                    More + ": " + Wait.What);
  if (!IsMoved)
    return std::nullopt;
  for (const MemoryAccess &Write : E.MemoryWrites)
    if (Write.Root.Kind != MemoryRoot::Local && !IsStep(Write.Where))
      return reject(OneBuffer.Kind, Write.Where, More + ": it stores");
  for (const MemoryAccess &Read : E.MemoryReads)
    if (Read.Root.Kind != MemoryRoot::Constant && !IsStep(Read.Where) &&
        !(Read.Root.Kind == MemoryRoot::Local && Read.Root.Var &&
          (Read.Root.Var->getDeclContext() != Out.Kernel ||
           !changesInLoop(Read.Root.Var))))
      return reject(RejectionKind::LoadDependsOnCompute, Read.Where,
                    "the copy needs what is read from memory here");
  return std::nullopt;
}

bool RingLoopReader::isForTheWaitAlone(const TransferStep &Wait) const {
  const Expr *E = Wait.Phase;
  for (size_t I = Wait.Calls.size(); I-- > 0;) {
    const auto *Param = dyn_cast_or_null<ParmVarDecl>(ringVariable(E));
    const FunctionDecl *Callee = calledFunction(*Wait.Calls[I]);
    if (!Param || !Callee ||
        Param->getFunctionScopeIndex() >= Callee->getNumParams() ||
        Callee->getParamDecl(Param->getFunctionScopeIndex()) != Param)
      return false;
    unsigned Uses = 0;
    forEach<DeclRefExpr>(Callee->getBody(), [&](const DeclRefExpr &Ref) {
      Uses += Ref.getDecl() == Param;
    });
    if (Uses != 1)
      return false;
    E = argumentFor(*Wait.Calls[I], *Param);
  }
  return true;
}

} // namespace cudapipe
