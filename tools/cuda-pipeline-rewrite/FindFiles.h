//===- FindFiles.h - The files that a folder stands for ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_FINDFILES_H
#define CUDAPIPE_TOOL_FINDFILES_H

#include "cudapipe/Frontend/CompileCommands.h"
#include <optional>

namespace cudapipe {

/// \p Names with each folder replaced by the files that it stands for: those of
/// \p Project in it, or without a project the .cu and .cuh files in it that git
/// does not ignore. No name at all: all of the project. Folders whose name
/// begins with a dot, and build folders of CMake, are not searched.
llvm::Expected<std::vector<std::string>>
findFiles(llvm::ArrayRef<std::string> Names,
          const std::optional<CompileCommands> &Project);

/// As users name it: \p Path relative to the working directory, if it lies
/// there.
std::string shortName(llvm::StringRef Path);

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_FINDFILES_H
