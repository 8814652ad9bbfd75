//===- cudapipe/Facts/StageAddresses.h - Places of tiles --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a ring of stages each trip has its tile elsewhere. So no address of a tile
// may outlive its trip, and nothing but accesses may depend on one:
//
//   last = &tile[t];                      kept: the next trip's tile is another
//   memcpy(&last, &p, sizeof p);          the same
//   const float &v = tile[t]; barrier;    read where the stage is filled again
//   sum += v;
//
// Told by the IR, in which all that hides an address is gone: objects, numbers,
// references, called functions.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FACTS_STAGEADDRESSES_H
#define CUDAPIPE_FACTS_STAGEADDRESSES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"

namespace cudapipe {

/// A loop whose trips fill tiles, and what its text says of it.
struct StagedLoop {
  /// A function that has a body, and the loop in it.
  const clang::FunctionDecl *Kernel = nullptr;
  const clang::Stmt *Loop = nullptr;
  /// Shared variables that get a copy a stage.
  llvm::SmallVector<const clang::VarDecl *> Tiles;
  /// Declarations in front of the loop that each trip makes anew.
  llvm::SmallVector<const clang::Stmt *> Remade;
  /// Statements that start copies.
  llvm::SmallVector<const clang::Stmt *> Fills;
  /// Calls and assembly that take an address for an access, and no more.
  llvm::SmallVector<const clang::Stmt *> Accesses;
  /// Those of them that read a tile.
  llvm::SmallVector<const clang::Stmt *> Readers;
  /// Where a trip waits for its copies, and for those into which tiles.
  struct Wait {
    const clang::Stmt *Where = nullptr;
    llvm::SmallVector<const clang::VarDecl *, 4> Of;
  };
  llvm::SmallVector<Wait, 2> Waits;
  /// The barrier of the block that makes a stage free, and that it stands
  /// behind all that reads the tile, not in front of it.
  const clang::Stmt *Barrier = nullptr;
  bool IsBehind = false;
};

/// What is wrong with addresses of a tile, and where.
struct StageFault {
  enum KindTy {
    NotSeen,   ///< There is no code, or the loop is not found in it.
    Shared,    ///< The bytes of the tile have another name, too.
    Kept,      ///< It outlives the trip, or something else depends on it.
    Written,   ///< A thread writes to the tile.
    ReadEarly, ///< The tile is read where its copies may not have landed.
    ReadLate   ///< ... or where the next copies may land.
  };
  KindTy Kind;
  clang::SourceLocation Where;
};

/// The first fault of \p L in the order of the code, or nothing.
std::optional<StageFault> findStageFault(const StagedLoop &L);

} // namespace cudapipe

#endif // CUDAPIPE_FACTS_STAGEADDRESSES_H
