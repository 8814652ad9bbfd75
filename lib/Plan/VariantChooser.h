//===- VariantChooser.h - What auto weighs ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_PLAN_VARIANTCHOOSER_H
#define CUDAPIPE_LIB_PLAN_VARIANTCHOOSER_H

#include "Planner.h"
#include "cudapipe/Plan/PipelineBudget.h"
#include <list>

namespace cudapipe {

/// A variant with a number of stages: the plan, or why there is none, and what
/// it costs.
struct Candidate {
  const Transport *Variant;
  unsigned Stages;
  OrRejection<PipelinePlan> Plan;
  /// Shared memory of a block, and who is resident; nothing: not known.
  std::optional<uint64_t> Bytes;
  std::optional<Occupancy> Use;

  const PipelinePlan *plan() const { return std::get_if<PipelinePlan>(&Plan); }
};

/// Plans what could be chosen, each once, and chooses.
class VariantChooser {
public:
  /// Losing blocks counts if more than one in so many goes and what is left
  /// are fewer than half of the warps that could be resident.
  static constexpr unsigned SmallLoss = 8;
  /// Math instructions for each copy, of a tile: with 8 and 16, 4-byte cp.async
  /// lost, with 32 and 48 it held its own.
  static constexpr double EnoughForNarrow = 24;
  /// ... of a tile: a third stage gained with 512 (1.17 and 1.31), and lost
  /// with 1024 (1.17 and 0.99).
  static constexpr double MuchWork = 512;

  VariantChooser(const LoopModel &M, const PlanRequest &Request,
                 const clang::ASTContext &Ctx);

  OrRejection<PipelinePlan> choose();
  /// After choose().
  PipelineBudget budget();

private:
  const Candidate &candidate(const Transport &Variant, unsigned Stages);
  OrRejection<PipelinePlan> take(const Candidate &C, std::string Why);
  OrRejection<PipelinePlan> chooseVariant();
  OrRejection<PipelinePlan> chooseAhead(unsigned Stages);
  OrRejection<PipelinePlan> takeAsync(std::string Why,
                                      const Transport &Variant = cpAsync());
  OrRejection<PipelinePlan> noVariant(Rejection Last);
  std::optional<Rejection> whyLeave() const;
  const Candidate &bestStages(const Transport &Variant, std::string &Why);

  std::optional<uint64_t> bytesOf(const PipelinePlan &Plan) const;
  std::optional<Occupancy> useOf(std::optional<uint64_t> Bytes,
                                 bool AsGuessed = false) const;
  bool losesBlocks(const Candidate &C) const;
  bool costsBlocks(const Candidate &C) const;
  bool leavesRoomForRows(const Candidate &C) const;
  bool copiesAreWideNow() const;
  bool manyLoadsBranch() const;
  bool registersAreShort() const;
  unsigned threadsOfTwoBlocks() const;
  unsigned warpsNow() const;
  bool mostWarpsReside() const;
  bool hasShortTiles() const;
  bool bytesWait(const PipelinePlan &Plan) const;
  double ownRegisters() const;
  double tileRegisters() const;
  bool tileFitsRegisters() const;
  uint64_t tileBytes() const;
  void countCopies(const PipelinePlan *Plan, BudgetRow &Row) const;
  BudgetRow row(const Candidate &C) const;
  std::string adviceFor(const Candidate &C) const;

  const LoopModel &M;
  const PlanRequest &Request;
  const clang::ASTContext &Ctx;
  KernelFigures Figures;
  /// Launches or __launch_bounds__ say how many threads a block has.
  bool ThreadsAreKnown = false;
  Planner P;
  std::list<Candidate> Candidates;
  std::optional<uint64_t> BytesNow;
  std::optional<Occupancy> Now;
  const Candidate *Chosen = nullptr;
  std::string Reason;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_PLAN_VARIANTCHOOSER_H
