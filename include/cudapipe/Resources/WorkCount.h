//===- cudapipe/Resources/WorkCount.h - What a trip computes ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the work of one thread in one trip of a tile loop, as the source says:
//
//   for (int i = 0; i < 32; ++i)              math 32, operations 64 (fused)
//     sum += As[ty][i] * Bs[i][tx];           shared loads 64
//
// No compiler: a load that does not change in an inner loop is taken to be made
// once, of an if/else the dearer branch is counted, and inner loops multiply by
// their constant trip counts. What has none is counted once and said to be
// missing, so that every figure is then a lower bound.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_RESOURCES_WORKCOUNT_H
#define CUDAPIPE_RESOURCES_WORKCOUNT_H

#include "cudapipe/Analyze/LoopModel.h"
#include <functional>
#include <string>

namespace cudapipe {

/// Per thread.
struct WorkCount {
  /// Arithmetic on data: what memory holds and what is computed from it, not
  /// addresses. A fused multiply-add is two; a warp's m x n x k matrix product
  /// 2 * m * n * k / 32.
  double Operations = 0;
  /// The instructions for it: a fused multiply-add is one, a matrix product as
  /// many as the tensor core takes (m16n8k16 of 16 and 8 bits, m16n8k8 of tf32,
  /// m8n8k4 of double), a division, root or transcendental function 8, a fast
  /// intrinsic 2.
  double Math = 0;
  /// Load and store instructions, of at most 16 bytes each, and the bytes that
  /// come from global memory.
  double GlobalLoads = 0, GlobalStores = 0, SharedLoads = 0, SharedStores = 0;
  /// cp.async, however spelled.
  double AsyncCopies = 0;
  double LoadedBytes = 0;
  /// The first thing that could not be counted, and why: "this loop has no
  /// constant trip count". Null: all was.
  const clang::Stmt *Missed = nullptr;
  std::string WhyMissed;

  bool isComplete() const { return !Missed; }
  /// \p S (may be null) is not counted; the first one stays.
  void noteMissed(const clang::Stmt *S, llvm::StringRef Why);
  /// Every figure \p Times over.
  WorkCount &operator*=(double Times);
  WorkCount &operator+=(const WorkCount &Other);
};

/// What the caller knows of loops without a constant trip count, from launches
/// say: the trips of the thread that makes the most.
using TripHint = std::function<std::optional<uint64_t>(const clang::ForStmt &)>;

/// The work of \p S, a statement of the function whose pointers \p Flow
/// follows.
WorkCount countWork(const clang::Stmt *S, const PointerFlow &Flow,
                    const clang::ASTContext &Ctx, const TripHint &Hint = {});

/// The phases of a trip.
struct PhaseWork {
  WorkCount Load, Compute;
};

/// The work of both phases of \p Model. Items that both phases need count in
/// both; where only loads are made early, they are the load phase.
PhaseWork countPhases(const LoopModel &Model, const clang::ASTContext &Ctx,
                      const TripHint &Hint = {});

/// Arithmetic of a tile per byte that is loaded for it: what the roofline has
/// on its axis. Threads cancel out, so per thread is per block.
struct ArithmeticIntensity {
  double Operations = 0;
  /// Bytes of global memory that the load phase reads, each as often as it is
  /// read.
  double Bytes = 0;
  /// The operations are a lower bound; the bytes are.
  bool OperationsMissing = false, BytesMissing = false;

  /// Operations per byte; nothing where no byte is loaded.
  std::optional<double> value() const;
};

/// Math instructions of the compute phase per load instruction (or cp.async) of
/// the load phase, of a thread and tile. Not the same as ArithmeticIntensity:
/// one 16-byte load is one instruction, four 4-byte loads are four; a tensor
/// core's instruction is one, whatever it multiplies. The well-known thresholds
/// are about this: under 5, cp.async; 5 to 20, try both; over 20, a pipeline is
/// unlikely to pay.
struct InstructionRatio {
  double Math = 0, Loads = 0;
  bool MathMissing = false, LoadsMissing = false;

  /// Nothing where no load is made.
  std::optional<double> value() const;
};

ArithmeticIntensity arithmeticIntensity(const PhaseWork &Work);
/// \p CopyBytes: as if every copy moved so many bytes, not as it is written.
InstructionRatio instructionRatio(const PhaseWork &Work,
                                  unsigned CopyBytes = 0);

/// "16.0", "at least 16.0" where math is missing, "at most" where loads are,
/// "unknown" where both are or there is no load.
std::string ratioText(std::optional<double> Value, bool UpperMissing,
                      bool LowerMissing);

} // namespace cudapipe

#endif // CUDAPIPE_RESOURCES_WORKCOUNT_H
