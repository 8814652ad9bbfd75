//===- cudapipe/Ring/RingRoles.h - A warp that copies -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a loop that can be a ring needs beyond that, to have roles: one warp
// behind the block copies, all others compute. For S = 3 (w: the producer waits
// until the stage is free, c: it copies, x: a trip computes, r: and releases):
//
//   producer   c0 c1 c2 w c3 . w c4 . w c5
//   consumers        x0 r x1 r x2 r x3 r ...
//
// Use u of a stage waits for phase (u - 1) & 1 of its empty barrier, so the
// first use waits for nothing; trip t waits for phase (t / S) & 1 of its full
// barrier. The threads of the user keep their numbers.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_RING_RINGROLES_H
#define CUDAPIPE_RING_RINGROLES_H

#include "cudapipe/Match/LaunchSites.h"
#include "cudapipe/Ring/RingLoop.h"

namespace cudapipe {

/// Threads of the producer.
inline constexpr unsigned ProducerThreads = 32;

/// How a thread arrives at an mbarrier, in the words of the file.
struct ArriveSpelling {
  enum KindTy {
    Member,   ///< `(void)bar.arrive();`
    Function, ///< `Name(&bar);`
    Assembly
  };
  KindTy Kind = Assembly;
  std::string Name;
};

struct RingRoles {
  /// A statement of the kernel's own block, behind which the producer goes its
  /// own way. All in front of it is nothing that a warp more would spoil.
  const clang::Stmt *Behind = nullptr;
  /// How many threads compute: a number that all launches agree on, or what
  /// __launch_bounds__ says, or neither, where it is what the block has less
  /// the producer.
  std::optional<unsigned> Consumers;
  bool BoundsAreBlock = false;
  /// The number in __launch_bounds__; null: there is none.
  const clang::Expr *Bounds = nullptr;
  /// `__syncthreads()` behind Behind, which becomes a barrier of the consumers;
  /// and those of the trip that the barriers of the stages replace.
  std::vector<const clang::CallExpr *> Syncs, Spared;
  /// `blockDim.x`
  std::vector<const clang::Expr *> BlockSizes;
  /// The statement of the trip that waits first, in the words of which the
  /// producer waits, too; and the barrier that it waits at.
  const clang::Stmt *Wait = nullptr;
  const clang::VarDecl *WaitsAt = nullptr;
  ArriveSpelling Arrive;
  /// What a trip expects at each barrier of the loop, in bytes.
  std::vector<int64_t> Expected;
};

/// Reads what \p Loop needs to have roles; \p Launches are those of its kernel.
OrRejection<RingRoles> readRoles(const RingLoop &Loop,
                                 const LaunchSites &Launches,
                                 const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_RING_RINGROLES_H
