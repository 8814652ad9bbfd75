//===- FileSettings.h - What counts for one file ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_FILESETTINGS_H
#define CUDAPIPE_TOOL_FILESETTINGS_H

#include "Settings.h"

namespace cudapipe {

/// The command line and the nearest `.cuda-pipeline`, for one file.
struct FileSettings {
  RewriteOptions Rewrite;
  std::string FormatStyle;
  /// --verdicts; empty: none.
  std::string Verdicts;
  /// None: Settings::Frontend.
  std::optional<FrontendOptions> Frontend;
};

/// What counts for \p File (absolute). Fails with the line of the
/// `.cuda-pipeline` that is wrong.
llvm::Expected<FileSettings> settingsFor(llvm::StringRef File,
                                         const Settings &Wanted);

/// The clang-format style of \p File (absolute).
std::string formatStyleOf(llvm::StringRef File, const Settings &Wanted);

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_FILESETTINGS_H
