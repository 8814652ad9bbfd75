//===- cudapipe/Ring/RingLoop.h - One buffer that can be a ring -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of a loop whose tiles the copy engine brings into one buffer,
// and of which a ring can be made:
//
//   if (t == 0)                    Init
//     init(&full, 1);
//   __syncthreads();
//   for (int k = 0; k < K; ++k) {  Header
//     if (t == 0) load(tile, k);   Loads
//     wait(&full, k & 1);          Waits
//     compute(tile);
//     __syncthreads();             Barrier
//   }
//
// Steps are what transferSteps() reads, so this knows no spelling. It decides
// nothing of the result but that there can be one.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_RING_RINGLOOP_H
#define CUDAPIPE_RING_RINGLOOP_H

#include "cudapipe/Analyze/TileRing.h"
#include "cudapipe/Match/LoopCandidate.h"
#include "cudapipe/Rules/Rejection.h"

namespace cudapipe {

/// `for (int k = Start; k < Bound; k += Step)`
struct RingHeader {
  const clang::ForStmt *Loop = nullptr;
  const clang::CompoundStmt *Body = nullptr;
  const clang::VarDecl *Counter = nullptr;
  const clang::Expr *Bound = nullptr;
  /// Null: 1.
  const clang::Expr *Step = nullptr;
  int64_t StepValue = 1;
  /// Where it starts, if that is a constant.
  std::optional<int64_t> Start;
  /// The counter of a tile a few trips behind the last is a number of its type.
  bool HasRoom = false;
};

/// A barrier of the block, in shared memory, that counts what is copied.
struct RingBarrier {
  /// That it is, or lies in.
  const clang::VarDecl *Var = nullptr;
  /// Bytes behind the start of Var; there may be others.
  int64_t Offset = 0;
  /// Nothing else lies in Var.
  bool IsAlone = true;
  /// Where it is initialized: a statement of its own.
  const clang::Stmt *Init = nullptr;
  /// The arrivals of a phase, in the text of Init.
  const clang::Expr *Count = nullptr;
  /// Count is 1, and stands in the function that Init calls instead.
  bool CountsInCall = false;
};

/// A wait for a barrier, once a trip.
struct RingWait {
  /// The call of a member of cuda::barrier that takes a token; null: by parity.
  const clang::CallExpr *ByToken = nullptr;
  /// The parity, in the text of the loop; null where it is a variable that
  /// stays (RingLoop::Phase).
  const clang::Expr *Parity = nullptr;
};

struct RingLoop {
  const clang::FunctionDecl *Kernel = nullptr;
  RingHeader Header;
  /// A loop around it, each trip of which goes on with stage and phase; or
  /// null.
  const clang::Stmt *Around = nullptr;
  std::vector<const clang::VarDecl *> Tiles;
  /// Of the tiles, what has no bounds: `extern __shared__ unsigned char
  /// smem[]`, or a pointer in front of the loop to where a tile starts in it.
  /// The loop has all that the launch gives; each stage gets as much.
  const clang::VarDecl *Area = nullptr;
  /// The array that Area is, or points into.
  const clang::VarDecl *AreaArray = nullptr;
  /// What is copied into it in a trip, at least: bytes.
  uint64_t AreaBytes = 0;
  /// A copy of a trip is made by a loop.
  bool CopiesInLoops = false;
  /// Variables in front of the loop, `bf16 *sA = s.A`, that hold the address of
  /// a tile, and are the same for each stage but for that.
  std::vector<const clang::VarDecl *> Names;
  /// Those that boxes of tensor maps fill, which may be swizzled.
  std::vector<const clang::VarDecl *> Boxes;
  std::vector<RingBarrier> Barriers;
  /// The statements that start copies, and arrive.
  std::vector<const clang::Stmt *> Loads;
  /// Declarations of the body that they need; and those of them that nothing
  /// else does.
  std::vector<const clang::Stmt *> Slice, OfLoadsAlone;
  /// `if (t == 0) ... else token = bar.arrive()`: one thread alone can arrive,
  /// and the branch of the others goes.
  const clang::IfStmt *OthersArrive = nullptr;
  std::vector<RingWait> Waits;
  /// Variables that hold tokens.
  std::vector<const clang::VarDecl *> Tokens;
  /// The user's parity, a variable, and the statement that turns it.
  const clang::VarDecl *Phase = nullptr;
  const clang::Stmt *Toggle = nullptr;
  /// The barrier of the block behind which a stage is free; it stands behind
  /// what reads the tile, or in front of it.
  const clang::Stmt *Barrier = nullptr;
  bool IsBehind = false;
  /// A copy, for remarks.
  TransferStep Copy;
};

/// Reads \p Candidate, of which \p OneBuffer says that copies fill one buffer.
/// \p IsOneDimensional: threads that agree in threadIdx.x are one.
OrRejection<RingLoop> readRingLoop(const LoopCandidate &Candidate,
                                   const Rejection &OneBuffer,
                                   bool IsOneDimensional,
                                   const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_RING_RINGLOOP_H
