//===- cudapipe/Plan/PipelineBudget.h - What each choice costs --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What --explain shows under a loop, and what the choice of a variant goes by:
//
//     sm_90, 128 threads a block, 94 registers a thread, ...
//                          bytes  blocks/SM  copies  ahead  limited by
//       single buffer      39936          5   4 x 16      -  registers, ...
//       cpasync, 2 stages  48128          4   4 x 16  32768  shared memory
//     > ldg-single         39936          5   4 x 16  40960  registers, ...
//
// What this file does not decide: whether a variant is possible (Planner), and
// which one is taken (ChooseVariant.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_PLAN_PIPELINEBUDGET_H
#define CUDAPIPE_PLAN_PIPELINEBUDGET_H

#include "cudapipe/Compile/CompiledKernel.h"
#include "cudapipe/Plan/PipelinePlan.h"
#include "cudapipe/Resources/LaunchShape.h"
#include "cudapipe/Resources/Occupancy.h"

namespace cudapipe {

/// What is known of a kernel beside its loop. Figures, no proofs: one launch in
/// sight is taken for all.
struct KernelFigures {
  /// Where it runs. Null: nothing is known of it.
  const Architecture *Arch = nullptr;
  /// As the user calls it, "H200"; may be empty.
  std::string Gpu = "";
  BlockThreads Threads = {};
  /// mostBlocks() of its launches.
  std::optional<uint64_t> Blocks = std::nullopt;
  unsigned Registers = 0;
  bool RegistersMeasured = false;
  /// Dynamic shared memory of a block; nothing where launches do not say it.
  std::optional<uint64_t> DynamicShared = std::nullopt;
  PhaseWork Work = {};
  /// How often copies that pass by L1 fetch what a warp needs: LaneSectors.h.
  double SectorFetches = 1;
  /// Trips of the loop, by constants of the kernel / also by those of launches.
  std::optional<uint64_t> Trips = std::nullopt, TripsByLaunch = std::nullopt;
};

/// ptxas's figure for \p Kernel, if it is in \p Measured.
std::optional<unsigned>
measuredRegisters(const clang::FunctionDecl &Kernel,
                  llvm::ArrayRef<CompiledKernel> Measured,
                  clang::ASTContext &Ctx);

/// The figures of the kernel around \p Model, on \p Arch. Registers are those
/// in \p Measured, else three quarters of estimateRegisters(): that guess is
/// more often too high than too low, and a cliff should not hide behind it.
KernelFigures readFigures(const LoopModel &Model, const LaunchSites &Launches,
                          const Architecture *Arch,
                          llvm::ArrayRef<CompiledKernel> Measured,
                          const clang::ASTContext &Ctx);

/// One way to run the loop.
struct BudgetRow {
  /// "single buffer", "cpasync, 3 stages".
  std::string Name;
  /// Why it is impossible: an id of Rejections.def. Empty: it is possible.
  std::string WhyNot = "";
  /// Shared memory of a block, all of it; nothing where a launch decides.
  std::optional<uint64_t> Bytes = std::nullopt;
  std::optional<Occupancy> Use = std::nullopt;
  /// Copies of a thread and tile, and the bytes of each; 0: not known.
  double Copies = 0;
  unsigned CopyBytes = 0;
  /// What travels while a tile is computed, all resident blocks together.
  std::optional<uint64_t> BytesAhead = std::nullopt;
  bool IsChosen = false;
};

/// The table, and the choice.
struct PipelineBudget {
  KernelFigures Figures;
  /// Threads of a block by launches or bounds, where Figures may have guessed
  /// them for the wide copies; 0: nobody says.
  unsigned KnownThreads = 0;
  /// One stage of all tiles, bytes.
  uint64_t TileBytes = 0;
  /// cp.async makes all copies, of 8 bytes or more. If not, there is little to
  /// compute for each.
  bool AllWide = false, NarrowLoses = false;
  /// Registers that a thread takes beside what travels in registers, by our
  /// estimate, and by one that errs upwards.
  unsigned LikelyRegisters = 0, MostRegisters = 0;
  /// What only a compiler knows of the choice, and may make it lose; empty:
  /// nothing.
  std::string Unsure = "";
  std::vector<BudgetRow> Rows;
  /// One sentence, without full stop.
  std::string Reason;
  /// Which tile would keep all blocks, if the second buffer costs some.
  std::string Advice;
};

/// Lines of at most about 80 columns, each with '\n'.
std::string printBudget(const PipelineBudget &Budget);

} // namespace cudapipe

#endif // CUDAPIPE_PLAN_PIPELINEBUDGET_H
