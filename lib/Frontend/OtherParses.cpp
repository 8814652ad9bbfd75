//===- OtherParses.cpp - More than one AST --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/OtherParses.h"
#include "cudapipe/Frontend/EmbeddedHeaders.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

/// Parses into an AST that outlives the parse.
class BuildUnit : public tooling::ToolAction {
public:
  std::unique_ptr<ASTUnit> Unit;

  bool runInvocation(std::shared_ptr<CompilerInvocation> Invocation,
                     FileManager *Files,
                     std::shared_ptr<PCHContainerOperations> PchOperations,
                     DiagnosticConsumer *) override {
    auto DiagOptions = std::make_shared<DiagnosticOptions>();
    auto Diagnostics = llvm::makeIntrusiveRefCnt<DiagnosticsEngine>(
        llvm::makeIntrusiveRefCnt<DiagnosticIDs>(), *DiagOptions,
        new IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
    Diagnostics->setFatalsAsError(true);
    Unit = ASTUnit::LoadFromCompilerInvocation(std::move(Invocation),
                                               std::move(PchOperations),
                                               DiagOptions, Diagnostics, Files);
    return Unit != nullptr;
  }
};

/// The names between the quotes or angles of the #include lines of \p Text.
std::vector<StringRef> includesOf(StringRef Text) {
  std::vector<StringRef> Out;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Line = Line.ltrim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    if (!Line.consume_front("include"))
      continue;
    Line = Line.ltrim();
    bool Angled = Line.starts_with("<");
    if (!Angled && !Line.starts_with("\""))
      continue;
    StringRef Name = Line.drop_front().split(Angled ? '>' : '"').first;
    if (!Name.empty())
      Out.push_back(Name);
  }
  return Out;
}

/// -I folders and -include files of \p Command.
void readSearchPath(const DeviceCommand &Command,
                    std::vector<std::string> &Folders,
                    std::vector<std::string> &Included) {
  llvm::ArrayRef<std::string> Args = Command.Arguments;
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef Arg = Args[I];
    StringRef Next = I + 1 < Args.size() ? StringRef(Args[I + 1]) : "";
    if (Arg == "-include")
      Included.push_back(Next.str());
    else if (Arg == "-I" || Arg == "-iquote")
      Folders.push_back(Next.str());
    else if (Arg.consume_front("-iquote") || Arg.consume_front("-I"))
      Folders.push_back(Arg.str());
  }
}

} // namespace

std::vector<std::string> projectHeaders(StringRef File,
                                        const DeviceCommand &Command,
                                        const std::optional<TypedFile> &Typed) {
  std::vector<std::string> Folders, Todo{File.str()};
  readSearchPath(Command, Folders, Todo);
  std::set<std::string> Seen;
  auto Add = [&](StringRef Folder, StringRef Name) {
    llvm::SmallString<256> Path(Name), Real;
    if (!llvm::sys::path::is_absolute(Path)) {
      Path = Folder;
      llvm::sys::path::append(Path, Name);
    }
    llvm::sys::path::make_absolute(Command.Directory, Path);
    if (llvm::sys::fs::is_directory(Path) ||
        llvm::sys::fs::real_path(Path, Real))
      return false;
    Todo.push_back(std::string(Real));
    return true;
  };
  while (!Todo.empty()) {
    std::string Path = std::move(Todo.back());
    Todo.pop_back();
    auto Text = Typed && Typed->Path == Path
                    ? llvm::MemoryBuffer::getMemBuffer(Typed->Text)
                    : llvm::MemoryBuffer::getFile(Path);
    if (!Text || !Seen.insert(Path).second)
      continue;
    for (StringRef Name : includesOf((*Text)->getBuffer())) {
      if (Add(llvm::sys::path::parent_path(Path), Name))
        continue;
      for (const std::string &Folder : Folders)
        if (Add(Folder, Name))
          break;
    }
  }
  Seen.erase(File.str());
  return {Seen.begin(), Seen.end()};
}

const std::vector<std::string> &HeaderLists::of(StringRef File) {
  {
    std::lock_guard Lock(Mutex);
    if (auto It = Known.find(File); It != Known.end())
      return It->second;
  }
  std::vector<std::string> Out;
  llvm::SmallString<256> Path(File);
  llvm::sys::fs::make_absolute(Path);
  llvm::Expected<DeviceCommand> Command = makeDeviceCommand(Path, Options);
  if (!Command)
    llvm::consumeError(Command.takeError());
  else
    Out = projectHeaders(Path, *Command, Options.Typed);
  std::lock_guard Lock(Mutex);
  return Known.try_emplace(File, std::move(Out)).first->second;
}

bool HeaderLists::mayName(StringRef File, StringRef Word) {
  llvm::SmallString<256> Path(File);
  llvm::sys::fs::make_absolute(Path);
  const bool IsTyped = Options.Typed && Options.Typed->Path == Path;
  return (IsTyped ? StringRef(Options.Typed->Text).contains(Word)
                  : Words.mayHold(File, Word)) ||
         llvm::any_of(of(File), [&](const std::string &Header) {
           return Words.mayHold(Header, Word);
         });
}

OtherParses::OtherParses(const FrontendOptions &Options) : Options(Options) {}
OtherParses::~OtherParses() = default;

ASTContext *OtherParses::read(StringRef File) {
  auto [It, IsNew] = Units.try_emplace(File.str());
  if (!IsNew)
    return It->second ? &It->second->getASTContext() : nullptr;
  llvm::SmallString<256> Path(File);
  llvm::sys::fs::make_absolute(Path);
  llvm::Expected<DeviceCommand> Command = makeDeviceCommand(Path, Options);
  if (!Command) {
    llvm::consumeError(Command.takeError());
    return nullptr;
  }
  auto FileSystem = createFileSystem(Command->ResourceDir);
  if (FileSystem->setCurrentWorkingDirectory(Command->Directory))
    return nullptr;
  auto Files =
      llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions(), FileSystem);
  BuildUnit Action;
  tooling::ToolInvocation Invocation(
      Command->Arguments, &Action, Files.get(),
      std::make_shared<PCHContainerOperations>());
  IgnoringDiagConsumer Ignore;
  Invocation.setDiagnosticConsumer(&Ignore);
  Invocation.run();
  It->second = std::move(Action.Unit);
  return It->second ? &It->second->getASTContext() : nullptr;
}

} // namespace cudapipe
