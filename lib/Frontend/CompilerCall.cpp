//===- CompilerCall.cpp - The compiler in a command -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launchers are many and take options of their own (`time -f %e`, `cmake -E env
// --unset=X`, `ctest --launch ... --`). So no list of them is kept: the
// compiler is the first word that has the name of one.
//
//===----------------------------------------------------------------------===//

#include "CompilerCall.h"
#include "NvccWords.h"
#include "cudapipe/Frontend/UserFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace cudapipe {
namespace {

/// clang++-22, x86_64-linux-gnu-g++, nvc++.
bool isCompiler(StringRef Word) {
  if (Word.starts_with("-") || Word.contains('='))
    return false;
  StringRef Name = sys::path::filename(Word);
  Name.consume_back(".exe");
  if (isNvcc(Name))
    return true;
  Name = Name.rtrim("0123456789.-");
  Name = Name.substr(Name.rfind('-') + 1);
  return is_contained({"clang", "clang++", "gcc", "g++", "cc", "c++", "nvc++",
                       "mpicc", "mpicxx", "mpic++", "icpx", "hipcc"},
                      Name);
}

bool isShell(StringRef Word) {
  return is_contained({"sh", "bash", "dash", "zsh"}, sys::path::filename(Word));
}

/// The commands between `&&`, `||`, `;` and `|`.
std::vector<std::vector<std::string>> steps(ArrayRef<std::string> Command) {
  std::vector<std::vector<std::string>> Out(1);
  for (StringRef Word : Command) {
    if (is_contained({"&&", "||", ";", "|"}, Word)) {
      Out.emplace_back();
      continue;
    }
    bool IsLast = !Word.starts_with("-") && Word.consume_back(";");
    Out.back().push_back(Word.str());
    if (IsLast)
      Out.emplace_back();
  }
  return Out;
}

} // namespace

std::optional<CompilerCall> findCompilerCall(ArrayRef<std::string> Command,
                                             StringRef Directory) {
  SmallString<256> Folder(Directory);
  for (ArrayRef<std::string> Step : steps(Command)) {
    if (Step.size() == 2 && Step.front() == "cd") {
      SmallString<256> To(Step.back());
      sys::path::make_absolute(Folder, To);
      sys::path::remove_dots(To, /*remove_dot_dot=*/true);
      Folder = To;
      continue;
    }
    const auto *It = find_if(Step, isCompiler);
    if (const auto *Shell = find_if(Step, isShell);
        Shell < It && std::distance(Shell, Step.end()) > 2) {
      // sh -ec "cd sub && nvcc ..."
      StringRef Option = *(Shell + 1);
      if (Option.starts_with("-") && Option.ends_with("c"))
        if (auto Inner = findCompilerCall(shellWords(*(Shell + 2)), Folder))
          return Inner;
    }
    if (It != Step.end())
      return CompilerCall{std::string(Folder), *It, {It + 1, Step.end()}};
  }
  return std::nullopt;
}

} // namespace cudapipe
