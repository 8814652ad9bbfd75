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

/// One entry of a compile database.
struct ProjectCommand {
  /// What it makes: gemm.o.
  std::string Output;
  /// The folder that relative paths belong to.
  std::string Directory;
  UserFlags Flags;
};

/// A compile_commands.json, read once and shared by all files of a run.
class CompileCommands {
public:
  /// Reads the database in \p BuildDir.
  static llvm::Expected<CompileCommands> load(llvm::StringRef BuildDir);

  /// What the entries of \p File say, without the words \p Removed; entries
  /// that say the same are one. A file without an entry (a header) borrows that
  /// of its nearest CUDA neighbour, with a note. Never empty.
  llvm::Expected<std::vector<ProjectCommand>>
  commandsOf(llvm::StringRef File, llvm::ArrayRef<std::string> Removed) const;

  /// All CUDA files of the database, sorted.
  llvm::ArrayRef<std::string> cudaFiles() const { return CudaFiles; }
  /// All entries, in their order.
  std::vector<clang::tooling::CompileCommand> all() const {
    return Database->getAllCompileCommands();
  }

private:
  explicit CompileCommands(
      std::unique_ptr<clang::tooling::JSONCompilationDatabase> Database);

  std::shared_ptr<const clang::tooling::JSONCompilationDatabase> Database;
  std::vector<std::string> CudaFiles;
};

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_COMPILECOMMANDS_H
