//===- FlagsForNvcc.cpp - Clang's spelling in nvcc's ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/UserFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace cudapipe {
namespace {

std::string absolute(StringRef Path, StringRef Directory) {
  SmallString<256> Out(Path);
  sys::path::make_absolute(Directory, Out);
  return std::string(Out);
}

} // namespace

std::vector<std::string> flagsForNvcc(const UserFlags &Flags,
                                      StringRef Directory) {
  std::vector<std::string> Out;
  ArrayRef<std::string> Rest = Flags.Flags;
  while (!Rest.empty()) {
    StringRef Flag = Rest.front();
    Rest = Rest.drop_front();
    auto Value = [&] {
      if (Rest.empty())
        return StringRef();
      StringRef Next = Rest.front();
      Rest = Rest.drop_front();
      return Next;
    };
    if (Flag == "-I" || Flag == "-isystem" || Flag == "-iquote") {
      Out.push_back(Flag == "-isystem" ? "-isystem" : "-I");
      Out.push_back(absolute(Value(), Directory));
    } else if (Flag == "-include") {
      // One that is not there is looked for in the include folders.
      StringRef File = Value();
      std::string Path = absolute(File, Directory);
      Out.push_back("-include");
      Out.push_back(sys::fs::exists(Path) ? Path : File.str());
    } else if (Flag == "-D" || Flag == "-U") {
      Out.push_back((Flag + Value()).str());
    } else if (Flag.consume_front("-I")) {
      Out.push_back("-I");
      Out.push_back(absolute(Flag, Directory));
    } else if (Flag.starts_with("-D__CUDACC_")) {
      // Macros that nvcc defines itself, for what is in CodeFlags.
    } else if (Flag.starts_with("-D") || Flag.starts_with("-U")) {
      Out.push_back(Flag.str());
    } else if (Flag.consume_front("-std=")) {
      Flag.consume_front("gnu") || Flag.consume_front("c");
      Out.push_back(("-std=c" + Flag).str()); // nvcc knows no gnu++17
    } else if (Flag == "-fgpu-rdc") {
      Out.push_back("-rdc=true");
    }
  }
  append_range(Out, Flags.CodeFlags);
  return Out;
}

} // namespace cudapipe
