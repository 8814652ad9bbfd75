//===- ConfigFile.h - What a folder says ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   # .cuda-pipeline, for all files in this folder and below
//   variant: cpasync
//   stages: 3
//
// The nearest one counts, and the command line before it.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_CONFIGFILE_H
#define CUDAPIPE_TOOL_CONFIGFILE_H

#include "RewriteWords.h"
#include <set>

namespace cudapipe {

/// The nearest `.cuda-pipeline` in the folder of \p File (absolute) or above
/// it;
/// "" if there is none.
std::string findConfig(llvm::StringRef File);

/// Puts what the file \p Path says into \p Words, except for options that are
/// \p Given. Fails with the line: ".cuda-pipeline:3: unknown key 'stage'".
llvm::Error readConfig(llvm::StringRef Path, const std::set<std::string> &Given,
                       RewriteWords &Words);

/// \p Words in the form of a `.cuda-pipeline`.
std::string dumpConfig(const RewriteWords &Words);

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_CONFIGFILE_H
