//===- RingTrip.cpp - What each trip copies -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The copies of a trip start while others compute, and each stage is filled in
// each turn of the ring: so whether there is a copy, and which part of the tile
// it fills, is the same in all trips, and what it reads is not changed by them.
//
//===----------------------------------------------------------------------===//

#include "RingLoopReader.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace cudapipe {

/// Each thread finds the same in \p S, to which \p Calls lead, in all trips;
/// \p Turning go the same way in each.
bool RingLoopReader::isFixed(const Stmt *S, Way Calls,
                             llvm::ArrayRef<const VarDecl *> Turning,
                             unsigned Depth) const {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return true;
  if (Depth > 64 ||
      isa<LambdaExpr, StmtExpr, AsmStmt, CXXThisExpr, AtomicExpr>(S))
    return false;
  auto Is = [&](const Stmt *Part, Way Of) {
    return isFixed(Part, Of, Turning, Depth + 1);
  };
  if (const auto *E = dyn_cast<Expr>(S);
      E && E->getType().isVolatileQualified())
    return false;
  if (const auto *Object = dyn_cast<PseudoObjectExpr>(S)) {
    const auto *Property = dyn_cast<MSPropertyRefExpr>(
        Object->getSyntacticForm()->IgnoreParenImpCasts());
    const VarDecl *Of =
        Property ? ringVariable(Property->getBaseExpr()) : nullptr;
    return Of && Of->hasGlobalStorage() && Of->getType().isConstQualified();
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && (Op->isIncrementDecrementOp() || Op->getOpcode() == UO_Deref))
    return false;
  if (const auto *Op = dyn_cast<BinaryOperator>(S); Op && Op->isAssignmentOp())
    return false;
  if (const auto *Member = dyn_cast<MemberExpr>(S);
      Member && ((Member->isArrow() && !isName(Member->getBase())) ||
                 Member->getMemberDecl()->getType()->isReferenceType()))
    return false;
  if (const auto *Load = dyn_cast<ImplicitCastExpr>(S);
      Load && Load->getCastKind() == CK_LValueToRValue) {
    const Expr *From = Load->getSubExpr()->IgnoreParens();
    while (const auto *Member = dyn_cast<MemberExpr>(From))
      From = Member->getBase()->IgnoreParens();
    const VarDecl *Var = ringVariable(From);
    if (!isa<PseudoObjectExpr, MSPropertyRefExpr>(From) &&
        (!Var || Var->hasAttr<CUDASharedAttr>()))
      return false;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var || Var->hasAttr<CUDASharedAttr>() ||
        llvm::is_contained(Turning, Var))
      return true;
    if (Var == Out.Header.Counter)
      return false;
    if (Var->hasGlobalStorage())
      return Var->getType().isConstQualified();
    if (isa<ParmVarDecl>(Var) && Var->getDeclContext() != Out.Kernel) {
      const ExprOnWay Given = outermost({Ref, Calls});
      return Given.E != Ref && Is(Given.E, Given.Calls);
    }
    if (isName(Ref))
      return true;
    if (Var->getType()->isReferenceType())
      return false;
    if (Var->getDeclContext() == Out.Kernel &&
        !declarationIn(Out.Header.Body, Var))
      return !changesInLoop(Var) &&
             (isNeverChanged(*Var) || !Flow.isAliased(Var));
    return Var->getInit() && isNeverChanged(*Var) && Is(Var->getInit(), Calls);
  }
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    bool IsElect = false, IsOther = false;
    for (const std::vector<TransferStep> &All : Steps)
      for (const TransferStep &Step : All)
        if (Step.Where == S || llvm::is_contained(Step.Calls, S))
          (Step.Kind == TransferStep::Elect ? IsElect : IsOther) = true;
    if (IsOther)
      return false;
    const Effects E = effectsOf(Call, Flow, Ctx);
    if (!IsElect &&
        !(E.Unknown.empty() && E.Pinned.empty() && E.Writes.empty() &&
          E.MemoryReads.empty() && E.MemoryWrites.empty()))
      return false;
  }
  return llvm::all_of(S->children(),
                      [&](const Stmt *Part) { return Is(Part, Calls); });
}

/// What decides on the way from the \p Item to \p Step does so in all trips;
/// \p Loops make it so many times in each.
bool RingLoopReader::isMadeEachTrip(size_t Item, const TransferStep &Step,
                                    std::vector<CountedLoop> &Loops) const {
  const Stmt *In = Items[Item];
  std::vector<const VarDecl *> Turning;
  for (size_t I = 0; I <= Step.Calls.size(); ++I) {
    const Stmt *Next = I < Step.Calls.size() ? Step.Calls[I] : Step.Where;
    const Way Here = Way(Step.Calls).take_front(I);
    if (leavesBefore(In, Next))
      return false;
    for (const Stmt *S = In; S != Next;) {
      const Stmt *Part = nullptr;
      for (const Stmt *Child : S->children())
        if (Child && contains(Child, Next))
          Part = Child;
      if (!Part ||
          isa<SwitchStmt, LambdaExpr, WhileStmt, DoStmt, CXXForRangeStmt>(S))
        return false;
      if (const auto *For = dyn_cast<ForStmt>(S)) {
        const std::optional<CountedLoop> Counted = countedLoop(*For, Ctx);
        // Threads may start at rows of their own, the same in each trip.
        if (Part != For->getBody() || !Counted ||
            !(Counted->ConstantStart ||
              isFixed(Counted->Start, Here, Turning)) ||
            Counted->Symbolic ||
            holdsA<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt>(Part))
          return false;
        Loops.push_back(*Counted);
        Turning.push_back(Counted->Var);
      }
      const Expr *Asks = nullptr;
      if (const auto *If = dyn_cast<IfStmt>(S)) {
        if (If->hasInitStorage() || If->hasVarStorage())
          return false;
        Asks = If->getCond();
      } else if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(S))
        Asks = Choice->getCond();
      else if (const auto *Op = dyn_cast<BinaryOperator>(S);
               Op && Op->isLogicalOp())
        Asks = Op->getLHS();
      if (Asks && Part != Asks && !isFixed(Asks, Here, Turning))
        return false;
      S = Part;
    }
    if (I == Step.Calls.size())
      break;
    const FunctionDecl *Callee = calledFunction(*Step.Calls[I]);
    In = Callee ? Callee->getBody() : nullptr;
    // The library says in its manual what it does.
    if (Callee && isLibraryFunction(*Callee, Ctx))
      break;
    if (!In)
      return false;
  }
  return true;
}

RingLoopReader::Why RingLoopReader::checkTrip() {
  for (size_t I = 0; I < Items.size(); ++I)
    for (const TransferStep &S : Steps[I]) {
      if (!isLoad(I) || !(S.isCopy() || S.Kind == TransferStep::ExpectBytes ||
                          S.Kind == TransferStep::Arrive))
        continue;
      std::vector<CountedLoop> Loops;
      if (!isMadeEachTrip(I, S, Loops))
        return reject(RejectionKind::BarrierCount, S.outermost(),
                      "the trip may decide whether '" + S.Name + "' runs");
      if (!Loops.empty() && !S.isCopy() && timesByThread(I, S).empty())
        return reject(RejectionKind::BarrierCount, S.outermost(),
                      "a loop makes '" + S.Name + "' of a trip");
      Out.CopiesInLoops |= !Loops.empty();
      std::vector<const VarDecl *> Turning;
      for (const CountedLoop &Loop : Loops)
        Turning.push_back(Loop.Var);
      if (S.isCopy() && !isFixed(S.To, S.Calls, Turning))
        return reject(RejectionKind::FootprintMoves, S.outermost(),
                      "'" + S.Name +
                          "' may fill another part of the tile in "
                          "another trip");
    }
  return std::nullopt;
}

/// What the copies read, in called functions and behind pointers, too, is not
/// changed by a trip.
RingLoopReader::Why RingLoopReader::checkSources() {
  std::vector<const Stmt *> Early = Out.Loads;
  llvm::append_range(Early, Out.Slice);
  auto IsOwn = [&](const VarDecl *Var) {
    return Var == Out.Header.Counter || llvm::is_contained(Out.Tokens, Var) ||
           declarationIn(Out.Header.Body, Var);
  };
  for (const Stmt *S : Early) {
    const Effects E = effectsOf(S, Flow, Ctx);
    for (const VarDecl *Var : E.Reads)
      if (!IsOwn(Var) && changesInLoop(Var))
        return reject(RejectionKind::LoadDependsOnCompute, S,
                      "'" + Var->getNameAsString() +
                          "' changes from trip to trip");
    for (const MemoryAccess &Read : E.MemoryReads)
      if (!isPartOfStep(Read.Where) && Read.Root.Kind != MemoryRoot::Constant &&
          !holdsBarrier(Read.Root.Var) &&
          !(Read.Root.Kind == MemoryRoot::Local && Read.Root.Var &&
            (IsOwn(Read.Root.Var) || !changesInLoop(Read.Root.Var))))
        return reject(RejectionKind::LoadDependsOnCompute, Read.Where,
                      "the copy needs what is read from memory here");
    // Behind a pointer or a closure may be any variable of the thread.
    Why Found;
    auto Look = [&](auto &&Self, const Stmt *In, unsigned Depth) -> void {
      holds(In, [&](const Stmt &At) {
        const auto *Ref = dyn_cast<DeclRefExpr>(&At);
        const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
        if (Found || !Var || !Var->hasLocalStorage() || IsOwn(Var) ||
            Var->getDeclContext() != Out.Kernel)
          return Found.has_value();
        const QualType Type = Var->getType().getNonReferenceType();
        const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
        const bool IsClosure = Record && Record->isLambda();
        if (changesInLoop(Var))
          Found = reject(RejectionKind::LoadDependsOnCompute, S,
                         "'" + Var->getNameAsString() +
                             "' changes from trip to trip");
        else if (const Expr *Init =
                     isa<ParmVarDecl>(Var) ? nullptr : Var->getInit();
                 Init && Depth < 8 &&
                 (IsClosure || Var->getType()->isReferenceType() ||
                  (holdsAddress(Type, Ctx) &&
                   holds(
                       Init,
                       [](const Stmt &Part) {
                         const auto *Op = dyn_cast<UnaryOperator>(&Part);
                         return Op && Op->getOpcode() == UO_AddrOf;
                       })))) {
          Self(Self, Init, Depth + 1);
          if (IsClosure)
            Self(Self, Record->getLambdaCallOperator()->getBody(), Depth + 1);
        }
        return Found.has_value();
      });
    };
    Look(Look, S, 0);
    if (Found)
      return Found;
  }
  return std::nullopt;
}

} // namespace cudapipe
