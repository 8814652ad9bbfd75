//===- cudapipe/Analyze/TileRing.h - Loops over counted copies --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops whose tiles come by copies that something counts: an mbarrier, a
// cuda::barrier, a pipeline of the block.
//
//   for (...) {                           Single: the trip waits for the copy
//     if (t == 0) load(As, k, &full);     that it has started
//     wait(&full, k & 1);
//     compute(As);
//     __syncthreads();
//   }
//
//   for (...) {                           Ring: what a trip waits for was
//     wait(&full[s], phase);              started by an earlier one
//     compute(As[s]);
//     __syncthreads();
//     if (t == 0) load(As[s], k + S, &full[s]);
//     if (++s == S) { s = 0; phase ^= 1; }
//   }
//
// With roles, some threads run a loop that loads (Producer), others one that
// computes (Consumer). This file decides nothing about a rewrite.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_TILERING_H
#define CUDAPIPE_ANALYZE_TILERING_H

#include "cudapipe/Analyze/TransferStep.h"

namespace cudapipe {

struct TileRing {
  /// The threads that run the loop load, compute, both, or one of the two.
  enum RoleTy { Both, Producer, Consumer, Either } Role = Both;
  /// Buffer or barrier are others from trip to trip.
  bool GoesRound = false;
  /// What the trip waits for was started by an earlier one, or by others.
  bool IsAhead = false;
  /// What goes round is this long; 0 where no constant tells.
  unsigned Stages = 0;
  /// Some threads come to its copies, others to its waits.
  bool HasRoles = false;
  /// Its tiles are plain stores of what is loaded.
  bool CopiesPlainly = false;
  /// A copy of the loop, or the wait of a Consumer.
  TransferStep Step;
  /// All that the loop does, in the order of the text.
  std::vector<TransferStep> Steps;

  bool isRing() const { return GoesRound && (IsAhead || Role != Both); }
};

/// \p Loop, of \p Function, loads tiles by copies that something counts and
/// waits for them.
bool waitsForTransfers(const clang::Stmt &Loop,
                       const clang::FunctionDecl &Function,
                       const clang::ASTContext &Ctx);

/// \p Loop waits at a barrier object, or at a barrier with a number: not with
/// the whole block, perhaps.
bool waitsAtObject(const clang::Stmt &Loop, const clang::FunctionDecl &Function,
                   const clang::ASTContext &Ctx);

/// Assembly in \p S, or in what it calls, stores to shared memory.
bool storesTileByAsm(const clang::Stmt &S, const clang::ASTContext &Ctx);

/// Assembly in \p S, or in what it calls, loads from global memory.
bool loadsByAsm(const clang::Stmt &S, const clang::ASTContext &Ctx);

/// \p Loop waits, or asks for a stage, where more than its own thread counts.
bool waitsForOthers(const clang::Stmt &Loop, const clang::ASTContext &Ctx);

/// \p Loop starts copies that something counts, and waits for none: it stands
/// in front of a ring.
bool onlyStartsTransfers(const clang::Stmt &Loop,
                         const clang::FunctionDecl &Function,
                         const clang::ASTContext &Ctx);

/// \p Loop is the part that threads of one role run: it loads and lets others
/// wait, or waits for what others load.
bool isRoleLoop(const clang::Stmt &Loop, const clang::FunctionDecl &Function,
                const clang::ASTContext &Ctx);

/// Reads \p Loop of \p Function.
TileRing readTileRing(const clang::Stmt &Loop,
                      const clang::FunctionDecl &Function,
                      const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_TILERING_H
