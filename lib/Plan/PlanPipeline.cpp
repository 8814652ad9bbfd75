//===- PlanPipeline.cpp - Facts to decisions ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planner.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {

unsigned stageAlignment(const LoopModel &M, const PipelinePlan &Plan,
                        const VarDecl *Tile) {
  auto It = M.Staged.StageAlignment.find(Tile);
  unsigned Out = It == M.Staged.StageAlignment.end() ? 1 : It->second;
  for (const WideCopy &W : M.Wide.Copies)
    if (Plan.UsesWide && W.Tile == Tile)
      Out = std::max(Out, W.Box.Bytes);
  return Out;
}

/// A thread copies one element of this tile a trip. Then the load and the store
/// cost less than a cp.async of 4 bytes (docs/performance.md).
bool Planner::isOnlyElement(const TileCopy &Copy) const {
  return Copy.Path.Loops.empty() && Copy.Path.Calls.empty() &&
         !Copy.StoreCall && !Copy.From.IsAsync &&
         llvm::count_if(M.Copies, [&](const TileCopy &Other) {
           return Other.Name == Copy.Name && Other.Fields == Copy.Fields;
         }) == 1;
}

/// Where \p Copy is not wide, the user's own statement makes it.
bool Planner::storesPlainly(const TileCopy &Copy,
                            const Transport &Variant) const {
  bool AllAlone = true;
  for (const TileCopy &Other : M.Copies) {
    if (&Other != &Copy &&
        (!Copy.Zero.GuardIf || Other.Zero.GuardIf != Copy.Zero.GuardIf))
      continue; // no part of the same statement
    if (!M.wideCopyOf(Other))
      return false;
    if (Variant.whyNot(Other, M, Ctx))
      return true;
    AllAlone &= isOnlyElement(Other);
  }
  return AllAlone;
}

bool Planner::anyInHelper() const {
  return llvm::any_of(
      M.Copies, [](const TileCopy &Copy) { return !Copy.Path.Calls.empty(); });
}

/// Registers cannot be passed out of a function and in again.
Rejection Planner::storedInHelper(const TileCopy &Copy) const {
  const FunctionDecl *Function = calledFunction(*Copy.Path.Calls.front());
  std::string Name = isLambdaBody(*Function)
                         ? "a lambda"
                         : "'" + Function->getNameAsString() + "'";
  return {RejectionKind::UnsupportedStatement,
          Copy.Path.Calls.front()->getSourceRange(),
          Name + " loads and stores the tile; only asynchronous copies "
                 "(--variant=cpasync) can be made in a called function"};
}

bool Planner::allCopiesWide() const {
  return Request.SmVersion >= cpAsync().LeastSm &&
         llvm::all_of(M.Copies, [&](const TileCopy &Copy) {
           if (const WideCopy *Wide = M.wideCopyOf(Copy))
             return Wide->Box.Bytes >= 8;
           return !cpAsync().whyNot(Copy, M, Ctx) && Copy.Bytes >= 8;
         });
}

std::optional<Rejection> Planner::assignTravel(PipelinePlan &Plan) const {
  // A tile travels as a whole: its stores keep their order. Tiles that share
  // an if/else travel together.
  std::optional<Rejection> FirstWhy;
  llvm::SmallPtrSet<const VarDecl *, 4> InRegisters;
  const Transport &Variant = *Plan.Variant;
  Plan.UsesWide = Variant.isAsync() && !M.Wide.Copies.empty();
  for (const TileCopy &Copy : M.Copies)
    if (!Variant.isAsync() ||
        (Copy.From.IsAsync && !Variant.KeepsAsyncCopies)) {
      InRegisters.insert(Copy.Tile);
    } else if (M.wideCopyOf(Copy)) {
      continue;
    } else if (std::optional<Rejection> Why = Variant.whyNot(Copy, M, Ctx)) {
      InRegisters.insert(Copy.Tile);
      if (!FirstWhy)
        FirstWhy = Why;
    }
  for (size_t Before = ~size_t(0); Before != InRegisters.size();) {
    Before = InRegisters.size();
    for (const TileCopy &A : M.Copies)
      for (const TileCopy &B : M.Copies)
        if (((A.Zero.GuardIf && A.Zero.GuardIf == B.Zero.GuardIf) ||
             (!A.Path.Calls.empty() && A.Path.Calls == B.Path.Calls)) &&
            InRegisters.count(A.Tile))
          InRegisters.insert(B.Tile);
  }
  for (const TileCopy &Copy : M.Copies)
    if (Copy.From.IsAsync && InRegisters.count(Copy.Tile)) {
      if (FirstWhy)
        return Rejection{
            FirstWhy->Kind, FirstWhy->Range,
            "other copies to '" + Copy.Tile->getNameAsString() +
                "' are asynchronous, but not this one: " + FirstWhy->Detail};
      return Rejection{RejectionKind::AsyncCopyInLoop,
                       Copy.Store->getSourceRange(),
                       "the copy is asynchronous already, it cannot go through "
                       "registers; --variant=cpasync re-stages it"};
    }
  for (const TileCopy &Copy : M.Copies) {
    bool Async = !InRegisters.count(Copy.Tile);
    Plan.StoredPlainly.push_back(Plan.UsesWide && storesPlainly(Copy, Variant));
    Plan.UsesAsync |= Async;
    Plan.UsesRegisters |= !Async;
    Plan.Travels.push_back(Async                         ? Travel::Async
                           : Copy.Kind == TileCopy::Fill ? Travel::Direct
                                                         : Travel::Register);
  }
  if (Variant.isAsync() && !Plan.UsesAsync)
    return FirstWhy;
  for (const TileCopy &Copy : M.Copies)
    if (!Copy.Path.Calls.empty() && InRegisters.count(Copy.Tile))
      return FirstWhy ? *FirstWhy : storedInHelper(Copy);
  OrRejection<StagingSplit> Split = splitStaging(M, Plan.Travels, Ctx);
  if (Rejection *Why = std::get_if<Rejection>(&Split))
    return std::move(*Why);
  Plan.Split = std::move(std::get<StagingSplit>(Split));
  return std::nullopt;
}

OrRejection<PipelinePlan> Planner::plan(const Transport &Variant,
                                        unsigned Stages) const {
  PipelinePlan Plan;
  Plan.Variant = &Variant;
  Plan.Stages = Stages;
  if (Request.SmVersion < Variant.LeastSm)
    return Rejection{RejectionKind::ArchTooOld, M.Header.Loop->getSourceRange(),
                     llvm::formatv("sm_{0} was asked for, {1} needs sm_{2}",
                                   Request.SmVersion, Variant.Instruction,
                                   Variant.LeastSm)};
  if (Plan.Stages > 1 && M.Staged.SingleBufferOnly)
    return *M.Staged.SingleBufferOnly;
  if (std::optional<Rejection> Why = assignTravel(Plan))
    return *Why;
  OrRejection<PipelinePlan> Fitted = planStages(std::move(Plan));
  if (auto *Done = std::get_if<PipelinePlan>(&Fitted)) {
    Done->Steps = makeSchedule(M, *Done, Ctx);
    Done->Steps.EachWidth = wantsEachWidth(*Done);
  }
  return Fitted;
}

} // namespace cudapipe
