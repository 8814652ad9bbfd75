//===- PlainLoop.h - The text of the plain loop -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_UNDO_PLAINLOOP_H
#define CUDAPIPE_LIB_UNDO_PLAINLOOP_H

#include "../Rewrite/SourceText.h"
#include "TilePipeline.h"

namespace cudapipe {

/// What several texts may have been pipelined to the same.
struct PlainGuess {
  /// Tiles are aligned for wide copies only.
  bool DropsAlignment = true;
  /// The barrier behind the loop is one that the pipeline needs.
  bool DropsBarrierBehind = true;
  /// Copy loops start at the thread.
  bool OpensLoops = true;
  /// A barrier ends the trip.
  bool EndsWithBarrier = true;
  /// Which of the tiles with rows of `E + 8` had them from the beginning, a bit
  /// for each; the others had rows of `E`.
  unsigned KeepsRows = 0;
  /// Tiles have the columns from before they were skewed.
  bool DropsSkews = true;
  /// The barrier stood right behind the load.
  bool LoadsUpToBarrier = true;
};

struct PlainEdits {
  std::vector<TextEdit> Edits;
  /// Copies of another width than the plain loop's have been there.
  bool HadWidths = false;
  /// Tiles had longer rows, or skewed columns.
  bool HadRows = false;
  /// How many tiles have rows of `E + 8`.
  unsigned LongRows = 0;
};

/// The edits that make \p Loops, all of one function, plain, or why one of
/// them cannot be.
OrRejection<PlainEdits> plainEdits(llvm::ArrayRef<const TilePipeline *> Loops,
                                   const PlainGuess &Guess,
                                   const SourceText &Source,
                                   const clang::ASTContext &Ctx);

/// The line of \p Old that includes the header of \p Variant, if nothing in
/// \p New, the plain text, needs it.
std::optional<TextRange> unusedInclude(const Transport &Variant,
                                       llvm::StringRef New,
                                       llvm::StringRef Old);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_UNDO_PLAINLOOP_H
