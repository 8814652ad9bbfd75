//===- TransferReason.cpp - What a loop of counted copies is told ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransferReason.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TileRing.h"
#include "cudapipe/Match/KLoop.h"
#include "cudapipe/Match/StatementMatchers.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Something else than the thread's own groups of copies counts or waits.
bool isCountedLoop(const TileRing &Ring) {
  return llvm::any_of(Ring.Steps, [](const TransferStep &S) {
    switch (S.Kind) {
    case TransferStep::TensorLoad:
    case TransferStep::BulkLoad:
    case TransferStep::CountedCopy:
    case TransferStep::PipelineCopy:
    case TransferStep::BarrierWait:
    case TransferStep::NamedSync:
      return true;
    case TransferStep::PipelineWait:
    case TransferStep::Acquire:
      return !S.OfThread;
    default:
      return false;
    }
  });
}

/// "a ring of 4 stages"
std::string ringWords(const TileRing &Ring) {
  std::string Out = "a ring";
  if (Ring.Stages)
    Out += " of " + std::to_string(Ring.Stages) + " stages";
  if (Ring.Role == TileRing::Producer)
    Out += " with roles: this loop fills it, other threads compute";
  else if (Ring.Role == TileRing::Consumer && !Ring.HasRoles)
    Out += " without roles: the loop loads nothing and waits for what was "
           "started in front of it";
  else if (Ring.Role == TileRing::Consumer)
    Out += " with roles: this loop computes, others have started its copies";
  else if (Ring.Role == TileRing::Either)
    Out += " with roles: this loop is one side, other threads run the other";
  else if (Ring.HasRoles)
    Out += " with roles: some threads of the loop fill it, others compute";
  else
    Out += " without roles: a trip waits for what an earlier one has started";
  return Out;
}

/// How the loop makes its copies, as an id and in words.
std::pair<RejectionKind, StringRef> wayOfCopies(const TileRing &Ring) {
  switch (Ring.Step.Kind) {
  case TransferStep::TensorLoad:
    return {RejectionKind::TensorCopyInLoop, "a copy by a tensor map"};
  case TransferStep::BulkLoad:
    return {RejectionKind::BulkCopyInLoop, "a bulk copy"};
  case TransferStep::PipelineCopy:
  case TransferStep::PipelineWait:
  case TransferStep::Acquire:
    return {RejectionKind::BlockPipelineInLoop,
            "a copy that a pipeline of the block counts"};
  case TransferStep::CountedCopy:
  case TransferStep::ThreadCopy:
    return {RejectionKind::CountedCopyInLoop,
            "an asynchronous copy that a barrier counts"};
  default:
    return {RejectionKind::OtherBarrier, ""};
  }
}

/// Of copies that are not ahead, or go to one buffer.
Rejection oneBuffer(const TileRing &Ring) {
  auto [Kind, What] = wayOfCopies(Ring);
  std::string Detail = "'" + Ring.Step.Name + "' is " + What.str();
  if (Kind == RejectionKind::OtherBarrier)
    Detail = "'" + Ring.Step.Name + "' waits for those who arrive there, who " +
             "need not be all threads of the block";
  else if (Ring.Role == TileRing::Producer)
    Detail += " into one buffer, which others read before the next is started";
  else if (Ring.GoesRound)
    Detail += "; buffers go round, but each trip waits for its own copy";
  else
    Detail += " into one buffer, and the trip waits for it";
  return {Kind, Ring.Step.outermost()->getSourceRange(), std::move(Detail)};
}

/// All asynchronous operations of \p Loop are read, and an object of the block
/// counts them.
bool isCountedByBlock(const Stmt &Loop, const ASTContext &Ctx) {
  bool IsCounted = false, IsRead = true;
  forEach<CallExpr>(&Loop, [&](const CallExpr &Call) {
    if (const std::optional<AsyncOperation> Op = asyncOperation(&Call, Ctx)) {
      IsCounted |= Op->Barrier || Op->OfBlock;
      IsRead &= Op->Kind != AsyncOperation::Other;
    }
  });
  return IsCounted && IsRead;
}

/// A copy that another loop of the function makes, around which this one does
/// not stand.
std::optional<TransferStep> copyOfOthers(const LoopCandidate &Candidate,
                                         const ASTContext &Ctx) {
  std::optional<TransferStep> Out;
  const Stmt *Body = Candidate.Kernel->getBody();
  for (const TransferStep &S : transferSteps(Body, Ctx)) {
    if (!S.isCopy() || (Out && Out->Kind <= S.Kind))
      continue;
    const bool InLoop = holds(Body, [&](const Stmt &At) {
      return isa<ForStmt, WhileStmt, DoStmt>(At) &&
             !contains(&At, Candidate.Loop) && contains(&At, S.outermost());
    });
    if (InLoop)
      Out = S;
  }
  return Out;
}

/// The loop has a barrier of the block.
bool meetsAsBlock(const LoopCandidate &Candidate, const ASTContext &Ctx) {
  return !ast_matchers::match(ast_matchers::stmt(executes(blockBarrier())),
                              *Candidate.Loop, const_cast<ASTContext &>(Ctx))
              .empty();
}

} // namespace

Rejection toldByTransfers(const LoopCandidate &Candidate, const ASTContext &Ctx,
                          Rejection Why) {
  if (!makesTransferSteps(*Candidate.Kernel, Ctx) || Why.Other.isValid())
    return Why;
  const TileRing Ring = readTileRing(*Candidate.Loop, *Candidate.Kernel, Ctx);
  const TransferStep *Reader = nullptr;
  for (const TransferStep &S : Ring.Steps)
    if (S.Kind == TransferStep::AsyncMma && !Reader)
      Reader = &S;
  if (!isCountedLoop(Ring)) {
    // Groups of the thread: what is read elsewhere knows more of them.
    if (Ring.isRing() && Ring.Step.isCopy()) {
      if (Why.Kind != RejectionKind::AlreadyPipelined)
        return {RejectionKind::AlreadyPipelined,
                Ring.Step.outermost()->getSourceRange(), ringWords(Ring)};
      // Its own words stay.
      if (Ring.Stages)
        Why.Detail += "; a ring of " + std::to_string(Ring.Stages) + " stages";
      return Why;
    }
    if (Reader && Why.Kind == RejectionKind::UnknownEffects)
      return {RejectionKind::AsyncReader, Reader->outermost()->getSourceRange(),
              "'" + Reader->Name +
                  "' reads the tile when the threads have gone on"};
    return Why;
  }
  if (!Ring.Step.Where)
    return Why;
  if (Ring.isRing())
    return {RejectionKind::AlreadyPipelined,
            Ring.Step.outermost()->getSourceRange(), ringWords(Ring)};
  if (Ring.Role == TileRing::Consumer) {
    if (const std::optional<TransferStep> Copy = copyOfOthers(Candidate, Ctx)) {
      TileRing Theirs = Ring;
      Theirs.Step = *Copy;
      auto [Kind, What] = wayOfCopies(Theirs);
      return {Kind, Ring.Step.outermost()->getSourceRange(),
              "the loop waits for " + What.str() +
                  " into one buffer, which other threads start"};
    }
    return {RejectionKind::AlreadyPipelined,
            Ring.Step.outermost()->getSourceRange(),
            Ring.HasRoles ? "the loop loads no tile and waits for copies that "
                            "other threads have started"
                          : "the loop loads no tile and waits for copies that "
                            "were started in front of it"};
  }
  // Copies that the block counts can have stages: what is in the way is told.
  if (Why.Kind == RejectionKind::CountedCopyInLoop ||
      Why.Kind == RejectionKind::BlockPipelineInLoop ||
      isCountedByBlock(*Candidate.Loop, Ctx))
    return Why;
  Rejection Out = oneBuffer(Ring);
  // Beside a barrier of the block it is one more thing in the way.
  if (Out.Kind == RejectionKind::OtherBarrier &&
      Why.Kind != RejectionKind::AsyncCopyInLoop && !Out.Range.isInvalid() &&
      meetsAsBlock(Candidate, Ctx))
    return Why;
  return Out;
}

} // namespace cudapipe
