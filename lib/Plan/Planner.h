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

  OrRejection<PipelinePlan> plan(const Transport &Variant,
                                 unsigned Stages) const;

  /// cp.async can make all copies, of 8 bytes or more.
  bool allCopiesWide() const;
  /// A called function makes some copy.
  bool anyInHelper() const;
  std::optional<Rejection> whyNotOfBlock() const;
  bool anyIsAsync() const {
    return llvm::any_of(M.Copies,
                        [](const TileCopy &Copy) { return Copy.From.IsAsync; });
  }
  /// Why the load cannot be several tiles ahead of the loop.
  std::optional<Rejection> whyNotAhead() const;
  /// As many as the loop makes trips, but two at least: more would stay empty.
  unsigned mostStages() const;

private:
  bool isOnlyElement(const TileCopy &Copy) const;
  bool storesPlainly(const TileCopy &Copy, const Transport &Variant) const;
  bool storesWithoutLoad(const TileCopy &Copy) const;
  bool isKnownInFront(const clang::Expr &E) const;
  bool isOtherArm(const TileCopy &Fill) const;
  bool wantsEachWidth(const PipelinePlan &Plan) const;
  bool storesArguments(const TileCopy &Copy) const;
  Rejection storedInHelper(const TileCopy &Copy) const;
  std::optional<Rejection> assignTravel(PipelinePlan &Plan) const;
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
  void layStages(PipelinePlan &Plan, LaunchWish &Wish) const;

  const LoopModel &M;
  const PlanRequest &Request;
  const clang::ASTContext &Ctx;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_PLAN_PLANNER_H
