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

/// A .cu file, or another that is compiled as one: nvcc -x cu gemm.cpp.
bool isCuda(const CompileCommand &Command) {
  if (StringRef(Command.Filename).ends_with(".cu"))
    return true;
  bool IsNext = false;
  for (StringRef Word : Command.CommandLine) {
    bool IsLanguage = std::exchange(IsNext, Word == "-x" || Word == "--x");
    IsLanguage |= Word.consume_front("-x=") || Word.consume_front("--x=") ||
                  Word.consume_front("-x");
    if (IsLanguage && (Word == "cu" || Word == "cuda"))
      return true;
  }
  return false;
}

/// What a command makes, for messages: build/gemm.o.
std::string outputOf(const CompileCommand &Command, size_t Index) {
  if (!Command.Output.empty())
    return Command.Output;
  ArrayRef<std::string> Words = Command.CommandLine;
  for (size_t I = 0; I + 1 < Words.size(); ++I)
    if (Words[I] == "-o" || Words[I] == "--output-file")
      return Words[I + 1];
  return "command " + std::to_string(Index + 1);
}

bool meanTheSame(const ProjectCommand &A, const ProjectCommand &B) {
  return A.Flags.Flags == B.Flags.Flags && A.Flags.Archs == B.Flags.Archs &&
         A.Flags.CudaPath == B.Flags.CudaPath && A.Directory == B.Directory;
}

} // namespace

CompileCommands::CompileCommands(
    std::unique_ptr<JSONCompilationDatabase> Loaded)
    : Database(std::move(Loaded)) {
  for (std::string &File : Database->getAllFiles())
    if (any_of(Database->getCompileCommands(File), isCuda))
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

Expected<std::vector<ProjectCommand>>
CompileCommands::commandsOf(StringRef File,
                            ArrayRef<std::string> Removed) const {
  std::vector<CompileCommand> Found = Database->getCompileCommands(File);
  std::string Borrowed;
  if (Found.empty() && !CudaFiles.empty()) {
    Borrowed = nearest(File, CudaFiles).str();
    Found = Database->getCompileCommands(Borrowed);
    Found.erase(Found.begin() + !Found.empty(), Found.end());
  }
  if (Found.empty())
    return createStringError(
        "'" + File +
        "' is not in the compile database, and no .cu file "
        "is, whose command it could borrow");
  std::vector<ProjectCommand> Out;
  for (CompileCommand &Command : Found) {
    size_t Index = &Command - Found.data();
    llvm::erase_if(Command.CommandLine, [&](const std::string &Word) {
      return is_contained(Removed, Word);
    });
    ProjectCommand One{outputOf(Command, Index), Command.Directory, {}};
    Expected<UserFlags> Flags =
        readCompileCommand(Command.CommandLine, One.Directory);
    if (!Flags)
      return Flags.takeError();
    One.Flags = std::move(*Flags);
    if (!Borrowed.empty())
      One.Flags.Notes.push_back("not in the compile database, parsed with the "
                                "command of '" +
                                Borrowed + "'");
    if (none_of(Out, [&](const ProjectCommand &Known) {
          return meanTheSame(Known, One);
        }))
      Out.push_back(std::move(One));
  }
  return Out;
}

} // namespace cudapipe
