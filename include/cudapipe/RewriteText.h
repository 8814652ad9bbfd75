//===- cudapipe/RewriteText.h - The recipe: text in, text out ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   parseFile() -> rewriteFile() -> applyChanges()
//        ^                |
//        +- settleAll() --+   once more for each pass that proposes edits
//           (lib/Normalize)   of a loop, kept where they help
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_REWRITETEXT_H
#define CUDAPIPE_REWRITETEXT_H

#include "cudapipe/Emit/ApplyChanges.h"
#include "cudapipe/Frontend/ParseFile.h"
#include "cudapipe/RewriteFile.h"

namespace cudapipe {

/// What became of one file.
struct TextResult {
  /// Places and changes are those of the text that was given.
  FileResult Result;
  std::vector<ParseError> ParseErrors;
  /// What the user should know of the file; empty: nothing.
  std::string Note = "";
};

/// Pipelines the K-loops of \p Text, which stands in the file \p Path and is
/// parsed with \p Command. \p Style gives applyChanges() that of each file.
/// \p Known is what is decided already.
///
/// Fails if Clang cannot run the command, or on a bug in us.
llvm::Expected<TextResult> rewriteText(const DeviceCommand &Command,
                                       llvm::StringRef Path,
                                       llvm::StringRef Text,
                                       const RewriteOptions &Options,
                                       StyleOf Style, RoundState Known = {});

} // namespace cudapipe

#endif // CUDAPIPE_REWRITETEXT_H
