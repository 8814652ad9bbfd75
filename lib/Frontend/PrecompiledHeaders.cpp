//===- PrecompiledHeaders.cpp - CUDA's declarations, parsed once ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrecompiledHeaders.h"
#include "cudapipe/Frontend/EmbeddedHeaders.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace cudapipe {
namespace {

/// \p Invocation for an empty file that includes the declarations alone.
std::shared_ptr<CompilerInvocation>
declarationsAlone(const CompilerInvocation &Invocation) {
  auto Out = std::make_shared<CompilerInvocation>(Invocation);
  Out->getPreprocessorOpts().Includes.resize(1);
  Out->getPreprocessorOpts().clearRemappedFiles();
  Out->getFrontendOpts().Inputs.assign(
      1, FrontendInputFile(llvm::MemoryBufferRef("", "declarations"),
                           InputKind(Language::CUDA)));
  Out->getFrontendOpts().ProgramAction = frontend::GeneratePCH;
  // What depends on the file or its folder.
  Out->getLangOpts().CUID.clear();
  Out->getCodeGenOpts().MainFileName.clear();
  Out->getCodeGenOpts().DebugCompilationDir.clear();
  Out->getCodeGenOpts().CoverageCompilationDir.clear();
  return Out;
}

/// A name for these options of this build of the tool.
std::string nameOf(const CompilerInvocation &Invocation) {
  std::string All = llvm::join(Invocation.getCC1CommandLine(), "\n");
  llvm::sys::fs::file_status Tool;
  if (!llvm::sys::fs::status("/proc/self/exe", Tool))
    All += std::to_string(
        Tool.getLastModificationTime().time_since_epoch().count());
  return llvm::utohexstr(llvm::xxh3_64bits(All)) + ".pch";
}

bool make(std::shared_ptr<CompilerInvocation> Invocation, llvm::StringRef Path,
          FileManager &Files) {
  Invocation->getFrontendOpts().OutputFile = Path.str();
  CompilerInstance Compiler(std::move(Invocation));
  Compiler.setVirtualFileSystem(Files.getVirtualFileSystemPtr());
  Compiler.setFileManager(&Files);
  IgnoringDiagConsumer Ignore;
  Compiler.createDiagnostics(&Ignore, /*ShouldOwnClient=*/false);
  Compiler.createSourceManager();
  GeneratePCHAction Action;
  return Compiler.ExecuteAction(Action) && llvm::sys::fs::exists(Path);
}

} // namespace

void usePrecompiledHeaders(CompilerInvocation &Invocation, FileManager &Files) {
  std::optional<std::string> Folder =
      llvm::sys::Process::GetEnv("CUDAPIPE_PRECOMPILED");
  PreprocessorOptions &Options = Invocation.getPreprocessorOpts();
  if (!Folder || Options.Includes.empty() ||
      Options.Includes.front() != EmbeddedImplicitHeader ||
      // The user's macros are read from the command line of the file.
      llvm::any_of(Options.Macros, [](const auto &Macro) {
        return !llvm::StringRef(Macro.first).starts_with("__CUDA_ARCH");
      }))
    return;
  std::shared_ptr<CompilerInvocation> Alone = declarationsAlone(Invocation);
  llvm::SmallString<128> Path(*Folder);
  llvm::sys::path::append(Path, nameOf(*Alone));
  if (!llvm::sys::fs::exists(Path) && !make(std::move(Alone), Path, Files))
    return;
  Options.ImplicitPCHInclude = std::string(Path);
  Options.Includes.erase(Options.Includes.begin());
}

} // namespace cudapipe
