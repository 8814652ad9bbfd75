//===- FileFindings.h - All that is found in one file -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TIDY_FILEFINDINGS_H
#define CUDAPIPE_TIDY_FILEFINDINGS_H

#include "RewriteWords.h"
#include "cudapipe/Emit/Finding.h"
#include "cudapipe/Frontend/DeviceCommand.h"

namespace cudapipe {

/// One file, how it is read, and what is asked for.
struct FileRequest {
  std::string File;
  FrontendOptions Frontend;
  RewriteWords Words;
  /// Settings::Given.
  std::set<std::string> Given;
  /// clang-tidy's --line-filter, as JSON; empty: all lines.
  std::string Lines;
};

/// The loops and races of a file.
struct FileFindings {
  std::vector<Finding> All;
  /// Why there are none; one sentence.
  std::string Failure;
};

/// What the core says to \p Request. Two checks ask the same: the last answer
/// is kept.
const FileFindings &findIn(const FileRequest &Request);

} // namespace cudapipe

#endif // CUDAPIPE_TIDY_FILEFINDINGS_H
