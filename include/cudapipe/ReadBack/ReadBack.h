//===- cudapipe/ReadBack/ReadBack.h - What was written, read ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// verifyPlan() proves a schedule. That this is what stands in the text is read
// from the text: the result is parsed, its statements around the loop are
// played for a few trips, and what they do to the buffers of the tiles must be
// what the schedule says, in that order. Shares no code with rewriteLoop().
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_READBACK_READBACK_H
#define CUDAPIPE_READBACK_READBACK_H

#include "cudapipe/Match/EditScope.h"
#include "cudapipe/Plan/PipelinePlan.h"
#include "clang/AST/ASTContext.h"
#include <map>
#include <string>
#include <vector>

namespace cudapipe {

/// Finds a loop again in another text of its file: the loops that hold a
/// barrier or a wait, in the order of the text, stay the same ones.
struct LoopIndex {
  std::string File;
  unsigned Index = 0;
};

/// The loops of a translation unit that a LoopIndex counts.
class SynchronizedLoops {
public:
  explicit SynchronizedLoops(clang::ASTContext &Ctx);

  /// A loop, once in each instantiation of the function that holds it.
  struct Found {
    const clang::FunctionDecl *Function;
    const clang::Stmt *Loop;
    /// The statements around it, outermost first.
    std::vector<const clang::Stmt *> Around;
  };
  /// The place of \p Loop; nothing where it holds neither.
  std::optional<LoopIndex> placeOf(const clang::Stmt &Loop) const;
  /// What stands at \p Place; patterns only where nothing instantiates them.
  std::vector<Found> at(const LoopIndex &Place) const;

private:
  void add(const clang::FunctionDecl &Function);
  std::pair<std::string, unsigned> keyOf(const clang::Stmt &Loop) const;

  clang::ASTContext &Ctx;
  EditScope Files;
  /// By file and offset.
  std::map<std::pair<std::string, unsigned>, std::vector<Found>> All;
};

/// What the reader is told of a loop: what was proved, and about which tiles.
struct ProvedPipeline {
  /// Of \p Plan, which verifyPlan() has proved for \p Model.
  ProvedPipeline(const PipelinePlan &Plan, const LoopModel &Model,
                 const SynchronizedLoops &Loops);

  LoopIndex Place;
  /// The names that stand for a stage of a tile, or for the tile where it has
  /// one buffer.
  std::vector<std::string> Tiles;
  /// For each of them the bytes from one stage to the next, or 0: the text
  /// tells.
  std::vector<uint64_t> Distances;
  /// Pointers into the same memory that lead to no tile.
  std::vector<std::string> Others;
  unsigned Stages = 1;
  bool UsesAsync = false, UsesRegisters = false, LoadsOnly = false;
  /// Lanes of a warp may be elsewhere, and the user has none of them wait.
  bool LanesPart = false;
  /// AsyncGroups::CommitsInLoad.
  bool CommitsInLoad = false;
  /// AsyncGroups::CommitsPerTile.
  unsigned CommitsPerTile = 0;
  /// Steps acquires stages and releases them; the user's load does the first.
  bool HoldsStages = false, AcquiresInLoad = false;
  /// A barrier that counts copies, of which each stage has one.
  std::string Barrier;
  /// Transport::OfBlock; its blocks have one dimension.
  bool OfBlock = false, OfOneDimension = false;
  /// The state of a pipeline that the block shares, and has the stages.
  std::string State;
  Schedule Steps;
  /// The user's statements that stay, in their order: what they set.
  std::vector<std::string> Items;
  /// Of Items, those in front of the barrier that publishes what is stored in
  /// its place (Schedule::StoresInPlace); beside them the stores stand.
  unsigned ItemsInFront = 0;
  /// Barriers in front of those stores.
  unsigned BarriersInFront = 0;
};

/// Success if each of \p Loops, one a rewritten loop, reads in \p Ctx as it was
/// proved; else what differs, or could not be read.
llvm::Error readBack(clang::ASTContext &Ctx,
                     llvm::ArrayRef<ProvedPipeline> Loops);

} // namespace cudapipe

#endif // CUDAPIPE_READBACK_READBACK_H
