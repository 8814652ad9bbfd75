//===- cudapipe/Emit/Finding.h - A loop, for other programs -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What YAML, SARIF, JSON and clang-tidy are told: where, what, and the edits
// that belong together.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMIT_FINDING_H
#define CUDAPIPE_EMIT_FINDING_H

#include "cudapipe/Emit/Diff.h"
#include "cudapipe/RewriteFile.h"

namespace cudapipe {

/// A place in a file, for people and for programs.
struct TextPlace {
  /// Absolute.
  std::string File;
  unsigned Line = 0, Column = 0;
  size_t Offset = 0;
};

/// Something to say about a place besides the message.
struct FindingNote {
  TextPlace At;
  std::string Message;
};

/// Lines of a file that become others.
struct FileEdit {
  std::string File;
  LineEdit Edit;
};

/// One diagnostic.
struct Finding {
  enum Kind { Rewritten, LeftAlone, Race } What;
  LoopReport Loop;
  TextPlace At;
  /// The text of that line.
  std::string LineText;
  /// One sentence without full stop.
  std::string Message;
  std::vector<FindingNote> Notes;
  /// All or none of these.
  std::vector<FileEdit> Edits;
};

/// LoopCheck or RaceCheck.
llvm::StringRef checkOf(const Finding &Found);

/// The check, or for a loop that is left alone the id of the rejection.
llvm::StringRef ruleOf(const Finding &Found);

} // namespace cudapipe

#endif // CUDAPIPE_EMIT_FINDING_H
