//===- PlanEarlyLoads.cpp - Loads a trip early, stores in their place -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Plan/PlanPipeline.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {

/// \p Load is a part of what is asked before another load of its statement.
static bool isGuard(const EarlyLoad &Load, const LoopModel &M) {
  return llvm::any_of(M.Early->Loads, [&](const EarlyLoad &Other) {
    return Other.Leaf == Load.Leaf &&
           llvm::any_of(Other.Guards, [&](const auto &Guard) {
             return contains(Guard.first, Load.Load);
           });
  });
}

/// The statements that run a trip early, and the registers they need. Without
/// \p WithGuards, loads that others are asked by are made again where they
/// stand: nothing in the loop writes what they read.
static OrRejection<StagingSplit>
splitEarly(const LoopModel &M, const ASTContext &Ctx, bool WithGuards = true) {
  StagingSplit Out;
  for (const EarlyLoads::Leaf &L : M.Early->Leaves)
    Out.Leaves.push_back({.S = L.S,
                          .Item = L.Item,
                          .Parents = L.Parents,
                          .InFetch = L.IsNeeded,
                          .WholeInFetch = L.IsNeeded});
  for (const EarlyLoad &Load : M.Early->Loads) {
    if (!WithGuards && isGuard(Load, M))
      continue;
    SliceLeaf &Leaf = Out.Leaves[Load.Leaf];
    Leaf.InFetch = true;
    llvm::SmallVector<const ForStmt *, 2> Loops;
    for (const Stmt *Parent : Leaf.Parents)
      if (const auto *For = dyn_cast<ForStmt>(Parent))
        Loops.push_back(For);
    std::optional<uint64_t> Trips = registersFor(Loops, M, Ctx);
    if (!Trips)
      return unknownCount(*M.Kernel, Load.Load, "load");
    Leaf.Kept.push_back({Load, Load.Name, Loops});
    QualType Type = accessType(Load.Load, Ctx);
    if (!Type->isDependentType())
      Out.RegisterBytes += *Trips * Ctx.getTypeSizeInChars(Type).getQuantity();
  }
  if (Out.RegisterBytes > MaxRegisterBytes && WithGuards)
    return splitEarly(M, Ctx, /*WithGuards=*/false);
  if (Out.RegisterBytes > MaxRegisterBytes)
    return Rejection{
        RejectionKind::TooManyRegisters,
        M.Early->Loads.front().Load->getSourceRange(),
        llvm::formatv("a thread would hold {0} bytes of the next tile in "
                      "registers, more than {1}",
                      Out.RegisterBytes, MaxRegisterBytes)};
  return std::move(Out);
}

OrRejection<PipelinePlan> planEarlyLoads(const LoopModel &M,
                                         const ASTContext &Ctx) {
  PipelinePlan Plan;
  Plan.Variant = &ldgSingle();
  Plan.Stages = 1;
  Plan.UsesRegisters = Plan.LoadsOnly = true;
  OrRejection<StagingSplit> Split = splitEarly(M, Ctx);
  if (auto *Why = std::get_if<Rejection>(&Split))
    return std::move(*Why);
  Plan.Split = std::move(std::get<StagingSplit>(Split));
  if (std::optional<uint64_t> Bytes = staticSharedBytes(*M.Kernel, Ctx))
    Plan.Shared.Before = Plan.Shared.After = *Bytes;
  Plan.Steps = makeSchedule(M, Plan, Ctx);
  return Plan;
}

} // namespace cudapipe
