//===- ClangCommand.cpp - Commands for others -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/ClangCommand.h"
#include "cudapipe/Frontend/EmbeddedHeaders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace cudapipe {
namespace {

/// The clang++ whose headers are in \p ResourceDir (<llvm>/lib/clang/22).
std::string clangOf(StringRef ResourceDir) {
  SmallString<128> Path(ResourceDir);
  for (unsigned I = 0; I < 3; ++I)
    sys::path::remove_filename(Path);
  sys::path::append(Path, "bin", "clang++");
  return sys::fs::can_execute(Path) ? std::string(Path) : "clang++";
}

bool isOurs(StringRef Flag) {
  return Flag == "-w" || Flag == "-ferror-limit=0";
}

} // namespace

std::vector<std::string> clangCommand(const DeviceCommand &Command,
                                      StringRef Headers) {
  std::vector<std::string> Out = {clangOf(Command.ResourceDir)};
  ArrayRef<std::string> Rest(Command.Arguments);
  for (Rest = Rest.drop_front(); !Rest.empty(); Rest = Rest.drop_front()) {
    StringRef Word = Rest.front();
    if (Word == "-resource-dir") {
      Rest = Rest.drop_front();
    } else if (Word.consume_front(EmbeddedHeaderDir)) {
      Out.push_back((Headers + Word).str());
    } else if (!isOurs(Word)) {
      Out.push_back(Word.str());
    }
  }
  return Out;
}

std::vector<std::string>
clangHostCommand(StringRef File, const UserFlags &Flags,
                 const std::optional<CudaToolkit> &Toolkit, StringRef Headers) {
  std::vector<std::string> Out = {clangOf(builtinResourceDir()), "-std=c++17"};
  if (!Flags.Language.empty())
    Out.insert(Out.end(), {"-x", Flags.Language});
  for (StringRef Flag : Flags.Flags)
    if (Flag != "-fgpu-rdc" && !Flag.starts_with("-D__CUDACC_"))
      Out.push_back(Flag.str());
  std::vector<std::string> Folders =
      Toolkit ? Toolkit->extraIncludeDirs() : std::vector{Headers.str()};
  if (Toolkit)
    Folders.insert(Folders.begin(), Toolkit->Path + "/include");
  for (std::string &Folder : Folders)
    Out.insert(Out.end(), {"-isystem", std::move(Folder)});
  Out.insert(Out.end(), {"-fsyntax-only", File.str()});
  return Out;
}

std::string shellLine(ArrayRef<std::string> Words) {
  std::string Out;
  for (StringRef Word : Words) {
    if (!Out.empty())
      Out += ' ';
    if (!Word.empty() && all_of(Word, [](char C) {
          return isAlnum(C) || StringRef("_-+=/.,:@%^").contains(C);
        })) {
      Out += Word;
      continue;
    }
    Out += '\'';
    for (char C : Word)
      Out += C == '\'' ? StringRef("'\\''") : StringRef(&C, 1);
    Out += '\'';
  }
  return Out;
}

} // namespace cudapipe
