//===- Planner.h - The steps behind planPipeline() --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_PLAN_PLANNER_H
#define CUDAPIPE_LIB_PLAN_PLANNER_H

#include "cudapipe/Plan/PlanPipeline.h"

namespace cudapipe {

class Planner {
public:
  Planner(const LoopModel &M, const PlanRequest &Request,
          const clang::ASTContext &Ctx)
      : M(M), Request(Request), Ctx(Ctx) {}

  OrRejection<PipelinePlan> plan(VariantKind Kind) const;
  /// The best variant for as many stages as it has.
  OrRejection<PipelinePlan> choose() const;
  /// The variant that can have more than two stages.
  OrRejection<PipelinePlan> planAhead() const;

private:
  bool allCopiesWide() const;
  /// A called function makes some copy.
  bool anyInHelper() const;
  bool anyIsAsync() const {
    return llvm::any_of(M.Copies,
                        [](const TileCopy &Copy) { return Copy.IsAsync; });
  }
  std::optional<Rejection> whyNotAsync(const TileCopy &Copy) const;
  Rejection storedInHelper(const TileCopy &Copy) const;
  std::optional<Rejection> assignTravel(PipelinePlan &Plan) const;
  bool paysThirdStage() const;
  unsigned stagesFor(VariantKind Kind) const;
  std::optional<Rejection> whyNotAhead() const;
  std::optional<Rejection> whyOtherStages(const PipelinePlan &Plan) const;
  unsigned largestThatFits(PipelinePlan Plan) const;
  OrRejection<PipelinePlan> planStages(PipelinePlan Plan) const;
  std::optional<Rejection> fitMemory(PipelinePlan &Plan) const;
  std::optional<Rejection> addStages(PipelinePlan &Plan) const;
  uint64_t minBlocks() const;
  std::optional<Rejection> moveTiles(PipelinePlan &Plan) const;
  std::optional<Rejection> askLaunches(PipelinePlan &Plan,
                                       LaunchWish Wish) const;
  void alignStages(PipelinePlan &Plan) const;
  void schedule(PipelinePlan &Plan) const;

  const LoopModel &M;
  const PlanRequest &Request;
  const clang::ASTContext &Ctx;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_PLAN_PLANNER_H
