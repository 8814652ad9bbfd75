//===- NormalizePass.h - One way to make a loop another matter --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some loops are pipelined only, or better, in another text of the same
// meaning. Each pass is a file of this folder: what it proposes while the AST
// is there, and when the result, read and rewritten again, is accepted.
// settleAll() is all else: which pass is when, and how often (Settle.cpp, where
// a new one gets its row).
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_NORMALIZE_NORMALIZEPASS_H
#define CUDAPIPE_LIB_NORMALIZE_NORMALIZEPASS_H

#include "LoopInText.h"
#include "TextRound.h"

namespace cudapipe {

struct NormalizePass {
  virtual ~NormalizePass() = default;

  /// The edits for \p Loop, the one to try first last.
  virtual std::vector<Proposal> propose(const LoopInText &Loop) const = 0;
  /// \p After, what a loop has become by \p Made, is worth it.
  virtual bool accept(const LoopReport &Before, const LoopReport &After,
                      const Proposal &Made) const = 0;
  /// The same of a loop that was not edited: by default, it is not lost.
  virtual bool spares(const LoopReport &Before, const LoopReport &After) const {
    return After.Kernel == Before.Kernel && (Before.Why || !After.Why);
  }
  /// The edits of all loops. By default, what two propose is made once.
  virtual std::optional<std::vector<clang::tooling::AtomicChange>>
  merge(std::vector<clang::tooling::AtomicChange> Changes) const;
  /// Loops of \p After for which it is too slow, whatever accept() says.
  virtual std::set<size_t> tooSlow(TextRound &After,
                                   const RewriteOptions &Options) const {
    return {};
  }
  /// Tells \p Loop that it keeps its text; \p After: what it had become, or
  /// null if the edits cannot be made.
  virtual void refuse(LoopReport &Loop, const LoopReport *After,
                      const RewriteOptions &Options) const {}
  /// Tells \p After, which is kept, what \p Before has found out.
  virtual void keep(TextRound &After, const TextRound &Before) const {}
};

const NormalizePass &blockAroundLoop();
const NormalizePass &tilesWithoutVolatile();
const NormalizePass &arrivalsAtOnce();
const NormalizePass &oneBarrier();
const NormalizePass &barriersInEveryTrip();
const NormalizePass &shortTileBehind();
const NormalizePass &copyLoopsApart();
const NormalizePass &stateOfTheLoad();
const NormalizePass &pointersInEveryTrip();
const NormalizePass &bodiesForCalls();
const NormalizePass &bodiesForWideCopies();
const NormalizePass &loadsForCalls();
const NormalizePass &loadsForVariables();
const NormalizePass &firstPassesApart();
const NormalizePass &rowsForWideCopies();
const NormalizePass &registersForTwoBlocks();
const NormalizePass &rowsWithoutConflicts();

/// \p New, of a text in which other loops were edited, is what \p Old was.
bool isSameForm(const LoopReport &New, const LoopReport &Old);

/// More copies of \p New are asynchronous than of \p Old, or they are wide.
bool hasBetterCopies(const LoopReport &New, const LoopReport &Old,
                     bool ForWideCopies);

/// \p Loop, left alone, is left alone in another text, too, for \p Next.
void addReason(LoopReport &Loop, const char *In, const LoopReport *Next);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_NORMALIZE_NORMALIZEPASS_H
