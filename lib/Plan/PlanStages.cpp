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
#include "cudapipe/Resources/Occupancy.h"
#include "cudapipe/Resources/RegisterEstimate.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {

/// Here the choice belongs, once there is a model of what pays. Registers hold
/// one tile, so that further stages would stay empty.
unsigned Planner::stagesFor(VariantKind Kind) const {
  switch (Kind) {
  case VariantKind::LdgSingle:
    return 1;
  case VariantKind::Ldg:
    return 2;
  case VariantKind::CpAsync:
    return Request.Stages.value_or(paysThirdStage() ? 3 : 2);
  }
  llvm_unreachable("covered switch");
}

/// Wide copies gain by a third stage (measured: docs/performance.md), as long
/// as as many blocks stay resident. A quarter more leaves room for longer rows.
bool Planner::paysThirdStage() const {
  const Architecture *Arch = findArchitecture(Request.SmVersion);
  std::optional<uint64_t> Before = staticSharedBytes(*M.Kernel, Ctx);
  if (M.Wide.Copies.empty() || M.Dynamic || !M.SharedWith.empty() || !Arch ||
      !Before || whyNotAhead())
    return false;
  uint64_t Tiles = 0;
  for (const VarDecl *Tile : M.Tiles)
    Tiles += Ctx.getTypeSizeInChars(Tile->getType()).getQuantity();
  const auto &Block = M.Wide.Copies.front().BlockDim;
  auto BlocksWith = [&](unsigned Stages) {
    BlockResources Each{unsigned(Block[0] * Block[1]),
                        estimateRegisters(*M.Kernel, Ctx)};
    Each.StaticShared = *Before + Request.SharedBytesAdded +
                        (Stages - 1) * Tiles + Stages * Tiles / 4;
    return Each.StaticShared > MaxStaticSharedBytes
               ? 0
               : computeOccupancy(*Arch, Each).Blocks;
  };
  return BlocksWith(3) > 0 && BlocksWith(3) >= BlocksWith(2);
}

/// Why the load cannot be several tiles ahead of the loop.
std::optional<Rejection> Planner::whyNotAhead() const {
  auto Reject = [](const Stmt *S, std::string Detail) {
    return Rejection{RejectionKind::TooManyStages, S->getSourceRange(),
                     std::move(Detail)};
  };
  if (M.CommitsInLoad && !M.WaitsForOldest) {
    std::optional<AsyncOperation> Wait = asyncOperation(M.Wait, Ctx);
    return Reject(M.Wait,
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

/// An earlier loop has made another number of stages of a tile.
std::optional<Rejection>
Planner::whyOtherStages(const PipelinePlan &Plan) const {
  for (const VarDecl *Tile : M.Tiles)
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
    if (Request.Variant == VariantRequest::CpAsync && !fitMemory(Two))
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

OrRejection<PipelinePlan> Planner::planAhead() const {
  if (!M.SharedWith.empty())
    return Rejection{RejectionKind::TooManyStages, M.Loop->getSourceRange(),
                     "other loops have its tiles too, and may not get as many; "
                     "with --variant=cpasync all get the same"};
  return plan(VariantKind::CpAsync);
}

} // namespace cudapipe
