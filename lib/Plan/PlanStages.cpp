//===- PlanStages.cpp - How many tiles ahead ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One tile ahead, the next trip's values do: the loop has them all but in its
// hands. Further ahead the load keeps the loop's state by itself, and must be
// able to make every step of it.
//
//===----------------------------------------------------------------------===//

#include "Planner.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/BoundedLoop.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {

std::optional<Rejection> Planner::whyNotAhead() const {
  auto Reject = [](const Stmt *S, std::string Detail) {
    return Rejection{RejectionKind::TooManyStages, S->getSourceRange(),
                     std::move(Detail)};
  };
  if (M.Groups.CommitsInLoad && !M.Groups.WaitsForOldest) {
    std::optional<AsyncOperation> Wait = asyncOperation(M.Groups.Wait, Ctx);
    return Reject(M.Groups.Wait,
                  "this wait would have to count commits, and the load phase "
                  "makes them by itself, none in the last trips; " +
                      std::string(Wait && Wait->Pipeline
                                      ? "consumer_wait() and one commit a tile "
                                        "can"
                                      : "commit once, behind the load phase"));
  }
  // What sets the next tile's place has to be made for tiles to come.
  for (const BodyItem &Early : M.Items)
    for (const VarDecl *Var : Early.E.UpwardReads)
      for (const BodyItem &Other : M.Items)
        if (Early.Early && !Other.Early && Other.R != Role::Advance &&
            Other.E.Writes.count(Var))
          return Reject(Early.S, "where later tiles start depends on '" +
                                     Var->getNameAsString() +
                                     "', which the rest of the trip changes");
  return std::nullopt;
}

unsigned Planner::mostStages() const {
  constexpr unsigned Any = ~0u;
  const auto *For = dyn_cast<ForStmt>(M.Header.Loop);
  // Loops that share a tile, or the launch's memory, have as many stages.
  if (!For || !M.Staged.SharedWith.empty() || M.Staged.Dynamic)
    return Any;
  std::optional<BoundedLoop> Trips = boundedLoop(*For, Ctx, M.Proofs.BlockDim);
  if (!Trips || Trips->Symbolic || Trips->Trips >= Any)
    return Any;
  return std::max<unsigned>(2, Trips->Trips);
}

/// An earlier loop has made another number of stages of a tile.
std::optional<Rejection>
Planner::whyOtherStages(const PipelinePlan &Plan) const {
  for (const VarDecl *Tile : M.Staged.Tiles)
    if (unsigned Known = Request.StagesOf ? Request.StagesOf(*Tile) : 0;
        Known && Plan.Stages > 1 && Known != Plan.Stages)
      return Rejection{RejectionKind::TooManyStages, Tile->getSourceRange(),
                       llvm::formatv("'{0}' has {1} stages already, of another "
                                     "loop",
                                     Tile->getName(), Known)};
  return std::nullopt;
}

/// The most stages, fewer than \p Plan has, that the memory is enough for; 0 if
/// there is no such number.
unsigned Planner::largestThatFits(PipelinePlan Plan) const {
  while (--Plan.Stages >= 2) {
    PipelinePlan Trial = Plan;
    if (!fitMemory(Trial))
      return Plan.Stages;
  }
  return 0;
}

OrRejection<PipelinePlan> Planner::planStages(PipelinePlan Plan) const {
  std::optional<Rejection> Why;
  if (Plan.Stages > 2)
    Why = whyNotAhead();
  if (Why) {
    PipelinePlan Two = Plan;
    Two.Stages = 2;
    if (Request.Variant && !fitMemory(Two))
      Why->Detail += "; --stages=2 works";
    return *Why;
  }
  if ((Why = whyOtherStages(Plan)))
    return *Why;
  PipelinePlan Fitted = Plan;
  Why = fitMemory(Fitted);
  if (!Why)
    return Fitted;
  if (Plan.Stages > 2 && Why->Kind == RejectionKind::SharedMemoryLimit)
    if (unsigned Most = largestThatFits(std::move(Plan)))
      Why->Detail += llvm::formatv("; --stages={0} fits", Most);
  return *Why;
}

} // namespace cudapipe
