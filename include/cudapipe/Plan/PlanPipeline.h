//===- cudapipe/Plan/PlanPipeline.h - Facts to decisions --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_PLAN_PLANPIPELINE_H
#define CUDAPIPE_PLAN_PLANPIPELINE_H

#include "cudapipe/Plan/PipelineBudget.h"
#include "cudapipe/Plan/PipelineDecision.h"
#include "cudapipe/Plan/PipelinePlan.h"
#include "cudapipe/Plan/SharedMemory.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace cudapipe {

/// What the plan has to fit.
struct PlanRequest {
  /// Null: the plan chooses.
  const Transport *Variant = nullptr;
  /// Buffers per tile, as RewriteOptions::Stages.
  std::optional<unsigned> Stages;
  /// Compute capability times ten.
  unsigned SmVersion = 80;
  /// The architecture whose shared memory must do.
  unsigned SharedSm = 80;
  /// Static shared memory that earlier rewrites in this kernel add, bytes.
  uint64_t SharedBytesAdded = 0;
  /// An earlier rewrite has put tiles of this kernel into dynamic memory.
  bool LaunchPromised = false;
  /// The stages that an earlier rewrite has made of the tile; 0: none.
  std::function<unsigned(const clang::VarDecl &)> StagesOf;
  /// Why the launches of the kernel cannot provide what a plan wishes for.
  std::function<std::optional<Rejection>(const LaunchWish &)> WhyNotLaunch;
  /// \p Least bytes, rounded up to \p Alignment, in the user's words, for what
  /// is proved of the model's dynamic memory. Nothing: there are no words, or
  /// what is proved does not hold in other builds.
  std::function<std::optional<StageSize>(uint64_t Least, unsigned Alignment)>
      SizeOfStage;
  /// What Auto weighs; null: nothing is known.
  const KernelFigures *Figures = nullptr;
  /// Taken if it is possible.
  std::optional<PipelineDecision> Decided = std::nullopt;
  /// Auto may find that no variant will pay.
  bool MayLeave = false;
  /// The short form wins over one that is a little faster.
  bool IsSimple = false;
  /// What is loaded in the type of a template argument is converted in some
  /// instantiation: registers keep it as it is loaded in all of them.
  bool LoadsAreConverted = false;
};

/// Chooses a variant and a schedule for \p Model: docs/variants.md#the-choice.
/// Where there is none, the rejection is that of the last one tried. Where more
/// than two stages are asked for, Auto takes cp.async with as many, if it can.
/// \p Budget (may be null) gets the figures of what could be chosen.
OrRejection<PipelinePlan> planPipeline(const LoopModel &Model,
                                       const PlanRequest &Request,
                                       const clang::ASTContext &Ctx,
                                       PipelineBudget *Budget = nullptr);

/// Checks that the schedule of \p Plan has every item of \p Model, in an order
/// and with barriers between as the loop has them; and plays it for 0 to
/// 3 * Stages + 1 tiles against a memory that delivers asynchronous copies as
/// late as it may: every item reads its own tile, complete and published by a
/// barrier, and nobody overwrites a buffer in use; and that stages in dynamic
/// memory meet nothing that is alive. Shares no code with
/// planPipeline().
llvm::Error verifyPlan(const PipelinePlan &Plan, const LoopModel &Model);

/// Static shared memory of \p Kernel, bytes; nothing while a size depends on a
/// template parameter.
std::optional<uint64_t> staticSharedBytes(const clang::FunctionDecl &Kernel,
                                          const clang::ASTContext &Ctx);

/// True when \p Kernel, or what it calls, uses extern __shared__ memory.
bool usesDynamicShared(const clang::FunctionDecl &Kernel,
                       const clang::ASTContext &Ctx);

/// True when \p Kernel, or what it calls, reads how much dynamic shared memory
/// the launch gave.
bool asksForDynamicSize(const clang::FunctionDecl &Kernel,
                        const clang::ASTContext &Ctx);

/// The plan for a model of early loads: ldg-single, nothing of which is stored
/// at another time.
OrRejection<PipelinePlan> planEarlyLoads(const LoopModel &Model,
                                         const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_PLAN_PLANPIPELINE_H
