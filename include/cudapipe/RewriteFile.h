//===- cudapipe/RewriteFile.h - The recipe: AST in, edits out ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first file to read. A parsed .cu file passes five phases, each a folder,
// a noun and a function:
//
//   Match    findLoops()       LoopCandidate   this loop stages tiles
//   Analyze  buildLoopModel()  LoopModel       facts, or a Rejection
//   Plan     planPipeline()    PipelinePlan    decisions, a Schedule last, or a
//                                              Rejection
//            verifyPlan()                      a wrong plan is a bug in us
//   Rewrite  rewriteLoop()     LoopRewrite     one AtomicChange, all or nothing
//   ReadBack readBack()        ProvedPipeline  the result reads as was proved;
//                                             a difference is a bug in us
//   Emit     (the caller)                      diff, in place, remarks
//
// Normalize, between two rounds of these: other texts of a loop, of the same
// meaning, in which it is pipelined, or better (RewriteText.h). Each is a pass,
// a file of lib/Normalize; what edits they make, and that these change nothing,
// is worked out in Inline.
//
// The words, used in code, docs and messages:
//
//   K-loop        a loop in a kernel that stages tiles of global memory through
//                 shared memory: load phase, barrier, compute phase, barrier
//   tile          what one iteration loads
//   tile copy     one global-to-shared copy of the load phase
//   stage         one of the S buffers of a tile; stage = tile % S
//   prologue      fills the first S-1 stages before the loop
//   main loop     issues tile t+S-1 while it computes tile t
//   epilogue      the last S-1 trips, which compute and load nothing
//   load slice    the statements that a tile store depends on
//   recurrence    the variables that change from trip to trip and that the load
//                 slice reads (k, A += BK, a tile counter)
//   variant       how a tile travels: a Transport (Transport/Transport.h)
//   rejection     we understood the loop and decline
//   failure       the world is wrong (bad flag, unwritable file)
//   unsound plan, unsound result
//                 a bug in us; stops before any edit
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_REWRITEFILE_H
#define CUDAPIPE_REWRITEFILE_H

#include "cudapipe/LoopReport.h"
#include "cudapipe/Normalize/Proposal.h"
#include "cudapipe/Normalize/RoundState.h"
#include "cudapipe/RewriteOptions.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/Error.h"

namespace cudapipe {

/// One reading of a file.
struct FileRound {
  FileResult Result;
  /// Of each of Result.Loops, the other texts in which it may be another
  /// matter.
  std::vector<LoopProposals> Proposals;
};

/// Pipelines every K-loop of the main file of \p Ctx, and of headers if asked.
/// \p ParseErrors are the places of the parser's errors: a kernel that holds
/// one is left alone.
///
/// Fails only on a bug in us (unsound plan, overlapping edits).
llvm::Expected<FileRound>
rewriteFile(clang::ASTContext &Ctx, const RewriteOptions &Options,
            const RoundState &Round,
            llvm::ArrayRef<clang::SourceLocation> ParseErrors);

} // namespace cudapipe

#endif // CUDAPIPE_REWRITEFILE_H
