//===- RingFront.cpp - In front of the loop, and around it ----------------===//
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

/// The statement in \p Block, or in a branch in it, that is or holds \p S as a
/// whole.
static const Stmt *statementOf(const Stmt *Block, const Stmt *S) {
  for (const Stmt *Child : Block->children()) {
    if (!Child || !contains(Child, S))
      continue;
    if (isa<CompoundStmt, IfStmt>(Child))
      return statementOf(Child, S);
    return Child;
  }
  return Block;
}

/// \p Loop is a statement of \p Block, perhaps behind `#pragma unroll 1`.
static bool standsIn(const CompoundStmt &Block, const Stmt *Loop) {
  return llvm::any_of(Block.body(), [&](const Stmt *S) {
    const auto *Attributed = dyn_cast<AttributedStmt>(S);
    return S == Loop || (Attributed && Attributed->getSubStmt() == Loop);
  });
}

/// The blocks of \p Body that \p Loop stands in, without a condition: in
/// braces, or in the branch that an `if constexpr` takes. The last is the
/// innermost.
static std::vector<const CompoundStmt *> blocksTo(const CompoundStmt *Body,
                                                  const Stmt *Loop) {
  std::vector<const CompoundStmt *> Out;
  while (Body) {
    Out.push_back(Body);
    const Stmt *Next = nullptr;
    for (const Stmt *S : Body->body())
      if (contains(S, Loop))
        Next = S;
    const auto *If = dyn_cast_or_null<IfStmt>(Next);
    if (If && If->isConstexpr() && !If->hasInitStorage() &&
        !If->hasVarStorage())
      Next = contains(If->getThen(), Loop) ? If->getThen() : If->getElse();
    Body = dyn_cast_or_null<CompoundStmt>(Next);
  }
  return Out;
}

/// Another time round, phases do not start at 0, but go on.
RingLoopReader::Why RingLoopReader::readAround() {
  std::vector<const Stmt *> Around;
  holds(KernelBody, [&](const Stmt &S) {
    if (&S != Out.Header.Loop && contains(&S, Out.Header.Loop) &&
        isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, LambdaExpr>(S))
      Around.push_back(&S);
    return false;
  });
  if (Around.empty())
    return std::nullopt;
  const auto *For = dyn_cast<ForStmt>(Around.front());
  const auto *While = dyn_cast<WhileStmt>(Around.front());
  const auto *Body = dyn_cast_or_null<CompoundStmt>(For     ? For->getBody()
                                                    : While ? While->getBody()
                                                            : nullptr);
  if (Around.size() > 1 || !Body || !standsIn(*Body, Out.Header.Loop) ||
      !standsIn(*cast<CompoundStmt>(KernelBody), Around.front()) ||
      holdsA<GotoStmt, IndirectGotoStmt, LabelStmt>(KernelBody))
    return reject(RejectionKind::BarrierPhase, Around.front(),
                  "the loop runs again with the same barriers here");
  Out.Around = Around.front();
  return std::nullopt;
}

std::vector<const Stmt *> RingLoopReader::inFront() const {
  std::vector<const Stmt *> All;
  auto Add = [&](const Stmt *Block, bool IsBehind) {
    bool Passed = false;
    for (const Stmt *S : Block->children()) {
      const bool HasLoop = S && contains(S, Out.Header.Loop);
      if (S && !HasLoop && Passed == IsBehind)
        All.push_back(S);
      Passed |= HasLoop;
    }
  };
  for (const CompoundStmt *Block :
       blocksTo(cast<CompoundStmt>(KernelBody), Out.Header.Loop))
    Add(Block, false);
  const auto *For = dyn_cast_or_null<ForStmt>(Out.Around);
  const auto *While = dyn_cast_or_null<WhileStmt>(Out.Around);
  // What is behind the loop comes in front of its next time.
  if (const Stmt *Body = For     ? For->getBody()
                         : While ? While->getBody()
                                 : nullptr)
    for (const bool IsBehind : {true, false})
      Add(Body, IsBehind);
  return All;
}

RingLoopReader::Why RingLoopReader::readFront() {
  const std::vector<const CompoundStmt *> Blocks =
      blocksTo(cast<CompoundStmt>(KernelBody), Out.Header.Loop);
  // The statements in front of the loop, in the order of the text.
  std::vector<const Stmt *> Front;
  for (const CompoundStmt *Block : Blocks)
    for (const Stmt *S : Block->body()) {
      if (contains(S, Out.Header.Loop))
        break;
      Front.push_back(S);
    }
  if (!Out.Around && !standsIn(*Blocks.back(), Out.Header.Loop))
    return reject(RejectionKind::UnsupportedLoop, Out.Header.Loop,
                  "the loop does not stand in the kernel's own block");
  for (RingBarrier &B : Out.Barriers) {
    const std::string Name = "'" + spellingOf(B) + "' ";
    std::optional<TransferStep> Init;
    bool IsFenced = false, IsPublished = false;
    for (const Stmt *S : Front) {
      for (const TransferStep &Step : transferSteps(S, Ctx)) {
        if (Step.Kind == TransferStep::BarrierInit && barrierOf(Step) == &B) {
          if (Init)
            return reject(RejectionKind::BarrierNotReady, Step.outermost(),
                          Name + "is initialized twice");
          Init = Step;
        }
        IsFenced |= Init && (Step.Kind == TransferStep::ProxyFence ||
                             Step.Kind == TransferStep::InitFence);
      }
      IsPublished |= IsFenced && isBlockBarrier(S);
    }
    if (!Init)
      return reject(RejectionKind::BarrierNotReady, Out.Copy.outermost(),
                    Name + "is not initialized in front of the loop");
    if (!IsFenced)
      return reject(RejectionKind::BarrierNotReady, Init->outermost(),
                    "no fence shows the copy engine that " + Name +
                        "is initialized");
    if (!IsPublished)
      return reject(RejectionKind::BarrierNotReady, Init->outermost(),
                    "no barrier of the block stands between this and the "
                    "first copy");
    B.Init = statementOf(KernelBody, Init->outermost());
    const ExprOnWay Count = outermost({Init->Amount, Init->Calls});
    const auto *Literal =
        Count.E ? dyn_cast<IntegerLiteral>(Count.E->IgnoreParenImpCasts())
                : nullptr;
    const bool IsInInit =
        Count.E && Count.Calls.empty() && contains(B.Init, Count.E);
    B.CountsInCall = !IsInInit && Literal && Literal->getValue() == 1 &&
                     !Literal->getLocation().isMacroID();
    if (!IsInInit && !B.CountsInCall)
      return reject(RejectionKind::BarrierCount, Init->outermost(),
                    "how many arrive at " + Name + "cannot be told");
    B.Count = Count.E;
    // `blockDim.x` arrivals of all threads are those of one dimension.
    if (!IsOneDimensional && !isOfX(Count.E, "blockDim"))
      Out.OthersArrive = nullptr;
    // Where one thread arrives, nobody else may be waited for.
    unsigned Arrivals = 0;
    bool AllArrive = false;
    for (size_t I = 0; I < Items.size(); ++I)
      for (const TransferStep &S : Steps[I]) {
        if (barrierOf(S) != &B ||
            !(S.Kind == TransferStep::Arrive ||
              (S.Kind == TransferStep::ExpectBytes && S.Arrives)))
          continue;
        ++Arrivals;
        AllArrive |= reachOf(Items[I], S) == Reach::Always;
      }
    const std::optional<BytesOfBlock> Bytes = bytesAt(B);
    if (Arrivals == 0 || (Bytes && !Bytes->AddsUp) ||
        (Arrivals == 1 && !AllArrive && constantValue(Count.E, Ctx) != 1 &&
         !(Bytes && constantValue(Count.E, Ctx))))
      return reject(RejectionKind::BarrierCount, B.Init,
                    Name + "waits for other arrivals than those of the trip");
  }
  return std::nullopt;
}

RingLoopReader::Why RingLoopReader::checkUses() {
  Why Found;
  auto IsInInit = [&](const Stmt *S) {
    return llvm::any_of(Out.Barriers, [&](const RingBarrier &B) {
      return contains(B.Init, S);
    });
  };
  forEach<DeclRefExpr>(KernelBody, [&](const DeclRefExpr &Ref) {
    const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
    if (Found || !Var || contains(Out.Header.Body, &Ref))
      return;
    const bool InName = llvm::any_of(Out.Names,
                                     [&](const VarDecl *Name) {
                                       return contains(Name->getInit(), &Ref);
                                     }) ||
                        (Var == Out.AreaArray && Var != Out.Area &&
                         contains(Out.Area->getInit(), &Ref));
    const bool IsOfTile = isTile(Var) || llvm::is_contained(Out.Names, Var);
    if (IsOfTile && !InName && !IsInInit(&Ref))
      Found = reject(RejectionKind::TileUsedOutsideLoop, &Ref,
                     "'" + Var->getNameAsString() + "' is named here");
    if (!IsOfTile && holdsBarrier(Var) && !IsInInit(&Ref))
      Found = reject(RejectionKind::BarrierUsedElsewhere, &Ref,
                     "'" + Var->getNameAsString() + "' is named here");
  });
  if (Found)
    return Found;
  // In the loop: loads and waits name barriers, nobody else.
  for (size_t I = 0; I < Items.size(); ++I)
    for (const RingBarrier &B : Out.Barriers)
      if (!isLoad(I) && namesBarrier(Items[I], B) &&
          llvm::none_of(Steps[I], [&](const TransferStep &S) {
            return S.Kind == TransferStep::BarrierWait && barrierOf(S) == &B;
          }))
        return reject(RejectionKind::BarrierUsedElsewhere, Items[I],
                      "'" + spellingOf(B) + "' is named here");
  return std::nullopt;
}

} // namespace cudapipe
