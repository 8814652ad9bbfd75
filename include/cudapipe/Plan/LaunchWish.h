//===- cudapipe/Plan/LaunchWish.h - What launches must provide --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_PLAN_LAUNCHWISH_H
#define CUDAPIPE_PLAN_LAUNCHWISH_H

#include "clang/AST/Decl.h"
#include <cstdint>
#include <vector>

namespace cudapipe {

/// A static tile that becomes dynamic.
struct DynamicTile {
  const clang::VarDecl *Tile;
  /// Another tile follows, which is aligned only by padding.
  bool Padded = false;
};

/// The dynamic shared memory, and threads, that the launches of one kernel must
/// provide.
struct LaunchWish {
  enum KindTy {
    Scale,  ///< Stages times what they provide now.
    Extend, ///< At least Least, and More than now.
    Add,    ///< Room for Tiles, where there was no dynamic shared memory.
    Keep    ///< As much as now.
  };
  KindTy Kind = Scale;
  /// Of a block in one dimension, behind those that it has.
  unsigned MoreThreads = 0;
  unsigned Stages = 2;
  /// A power of two. Scale: each stage takes a multiple of this many bytes.
  /// Add: each tile starts at one.
  unsigned Alignment = 16;
  /// Extend: bytes. There is More where what lies in the memory behind the loop
  /// goes on from the last stage.
  uint64_t Least = 0, More = 0;
  /// Extend: the distance of the stages, bytes, and as a launch may say it.
  uint64_t StageBytes = 0;
  std::string StageText;
  /// Extend: a part of a launch's size that comes to StageBytes is the tiles'.
  bool HasParts = true;
  /// Add: in the order of their addresses; any instantiation's.
  std::vector<DynamicTile> Tiles;
  /// Static shared memory of the kernel beside it, bytes.
  uint64_t StaticBytes = 0;
  /// Blocks that must fit on a multiprocessor (__launch_bounds__).
  uint64_t MinBlocks = 1;
  /// Compute capability times ten.
  unsigned SmVersion = 80;
  /// The user updates the launches that we do not see.
  bool AssumeUpdated = false;
};

} // namespace cudapipe

#endif // CUDAPIPE_PLAN_LAUNCHWISH_H
