//===- cudapipe/Undo/UndoText.h - Pipelines back to plain loops -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   findPipelines() -> plainEdits() -> the plain text
//                                        |
//   the given text  <-- rewriteText() ---+   token for token: the proof
//
// What a pipeline is made of is recognised from what its statements do; what
// the plain loop is, is a guess. That it is right is proved by pipelining it
// again: rewriteText() proves that its result computes what it was given, so
// where its result is the text that the user has, that text computes what the
// plain loop does.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_UNDO_UNDOTEXT_H
#define CUDAPIPE_UNDO_UNDOTEXT_H

#include "cudapipe/RewriteText.h"

namespace cudapipe {

/// As rewriteText(), the other way round: the pipelined loops of the main file
/// become plain ones. Loops that are not pipelined are not reported.
llvm::Expected<TextResult> undoText(const DeviceCommand &Command,
                                    llvm::StringRef Path, llvm::StringRef Text,
                                    const RewriteOptions &Options,
                                    StyleOf Style);

} // namespace cudapipe

#endif // CUDAPIPE_UNDO_UNDOTEXT_H
