//===- CompileCommands.cpp - A project's commands -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/CompileCommands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace llvm;
using clang::tooling::CompileCommand;
using clang::tooling::JSONCommandLineSyntax;
using clang::tooling::JSONCompilationDatabase;

namespace cudapipe {
namespace {

/// How many leading folders two paths share.
size_t sharedFolders(StringRef A, StringRef B) {
  size_t Count = 0;
  auto I = sys::path::begin(A), J = sys::path::begin(B);
  while (I != sys::path::end(A) && J != sys::path::end(B) && *I == *J)
    ++I, ++J, ++Count;
  return Count;
}

/// The file whose command suits \p File best: same name but for the extension,
/// else the most shared folders, else the first.
StringRef nearest(StringRef File, ArrayRef<std::string> Candidates) {
  auto Closeness = [&](const std::string &Other) {
    return std::make_pair(sys::path::stem(Other) == sys::path::stem(File),
                          sharedFolders(File, Other));
  };
  return *llvm::max_element(Candidates,
                            [&](const std::string &A, const std::string &B) {
                              return Closeness(A) < Closeness(B);
                            });
}

} // namespace

CompileCommands::CompileCommands(
    std::unique_ptr<JSONCompilationDatabase> Loaded)
    : Database(std::move(Loaded)) {
  for (std::string &File : Database->getAllFiles())
    if (StringRef(File).ends_with(".cu"))
      CudaFiles.push_back(std::move(File));
  llvm::sort(CudaFiles);
  CudaFiles.erase(llvm::unique(CudaFiles), CudaFiles.end());
}

Expected<CompileCommands> CompileCommands::load(StringRef BuildDir) {
  SmallString<256> Path(BuildDir);
  sys::path::append(Path, "compile_commands.json");
  std::string Message;
  auto Database = JSONCompilationDatabase::loadFromFile(
      Path, Message, JSONCommandLineSyntax::AutoDetect);
  if (!Database)
    return createStringError("cannot read '" + Path +
                             "': " + StringRef(Message).rtrim());
  return CompileCommands(std::move(Database));
}

Expected<UserFlags> CompileCommands::flagsOf(StringRef File,
                                             std::string &Directory) const {
  std::vector<CompileCommand> Commands = Database->getCompileCommands(File);
  std::string Borrowed;
  if (Commands.empty() && !CudaFiles.empty()) {
    Borrowed = nearest(File, CudaFiles).str();
    Commands = Database->getCompileCommands(Borrowed);
  }
  if (Commands.empty())
    return createStringError(
        "'" + File +
        "' is not in the compile database, and no .cu file "
        "is, whose command it could borrow");
  Directory = Commands.front().Directory;
  Expected<UserFlags> Flags =
      readCompileCommand(Commands.front().CommandLine, Directory);
  if (Flags && !Borrowed.empty())
    Flags->Notes.push_back("not in the compile database, parsed with the "
                           "command of '" +
                           Borrowed + "'");
  return Flags;
}

} // namespace cudapipe
