//===- cudapipe/Frontend/CompileCommands.h - A project's commands -*- C++ -*-=//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_COMPILECOMMANDS_H
#define CUDAPIPE_FRONTEND_COMPILECOMMANDS_H

#include "cudapipe/Frontend/UserFlags.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include <memory>

namespace cudapipe {

/// A compile_commands.json, read once and shared by all files of a run.
class CompileCommands {
public:
  /// Reads the database in \p BuildDir.
  static llvm::Expected<CompileCommands> load(llvm::StringRef BuildDir);

  /// What the entry of \p File says. A file without an entry (a header) borrows
  /// that of its nearest CUDA neighbour, with a note. \p Directory is set to
  /// the folder that relative paths belong to.
  llvm::Expected<UserFlags> flagsOf(llvm::StringRef File,
                                    std::string &Directory) const;

  /// All .cu files of the database, sorted.
  llvm::ArrayRef<std::string> cudaFiles() const { return CudaFiles; }

private:
  explicit CompileCommands(
      std::unique_ptr<clang::tooling::JSONCompilationDatabase> Database);

  std::shared_ptr<const clang::tooling::JSONCompilationDatabase> Database;
  std::vector<std::string> CudaFiles;
};

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_COMPILECOMMANDS_H
