//===- ProcessFile.h - One file, from text to output ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_PROCESSFILE_H
#define CUDAPIPE_TOOL_PROCESSFILE_H

#include "Settings.h"

namespace cudapipe {

/// What one file gave; printed later, in the order of the arguments.
struct FileOutcome {
  std::string Output, Errors;
  ExitCode Code = Ran;
  /// For the counts of --check.
  bool WouldChange = false;
  size_t LoopsRewritten = 0;
};

/// Does what the user asked for to \p File: nothing is printed, but files are
/// written (-i, -o). Safe to run in several threads.
FileOutcome processFile(llvm::StringRef File, const Settings &Settings);

/// processFile() on all of Settings.Files with Settings.Jobs threads. Prints
/// each outcome as soon as those before it are printed.
ExitCode processFiles(const Settings &Settings);

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_PROCESSFILE_H
