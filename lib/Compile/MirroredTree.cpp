//===- MirroredTree.cpp - Headers that are not on disk yet ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MirroredTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace llvm;

namespace cudapipe {

static SmallString<256> realPath(StringRef Path) {
  SmallString<256> Out;
  if (sys::fs::real_path(Path, Out))
    Out = Path;
  return Out;
}

bool MirroredTree::write() const {
  for (const auto &[Path, Text] : Texts) {
    const std::string Place = Root + Path;
    if (sys::fs::create_directories(sys::path::parent_path(Place)) ||
        errorToBool(writeToOutput(Place, [&Text = Text](raw_ostream &Out) {
          Out << Text;
          return Error::success();
        })))
      return false;
  }
  return true;
}

std::string MirroredTree::placeOf(StringRef Path) const {
  SmallString<256> Out;
  if (sys::fs::is_directory(Path)) {
    Out = realPath(Path);
  } else {
    Out = realPath(sys::path::parent_path(Path));
    sys::path::append(Out, sys::path::filename(Path));
  }
  return Root + std::string(Out);
}

std::vector<std::string>
MirroredTree::flags(ArrayRef<std::string> Flags) const {
  std::vector<std::string> Out;
  for (size_t I = 0; I < Flags.size(); ++I) {
    const StringRef Flag = Flags[I];
    const bool HasFolder = Flag == "-I" || Flag == "-isystem";
    if ((!HasFolder && Flag != "-include") || I + 1 == Flags.size()) {
      Out.push_back(Flag.str());
      continue;
    }
    const std::string &Path = Flags[++I];
    const std::string Here =
        placeOf(HasFolder ? Path : std::string(realPath(Path)));
    if (sys::fs::exists(Here))
      append_range(Out, ArrayRef<std::string>{Flag.str(), Here});
    if (HasFolder || !sys::fs::exists(Here))
      append_range(Out, ArrayRef<std::string>{Flag.str(), Path});
  }
  std::set<std::string> Folders;
  for (const auto &[Path, Text] : Texts)
    Folders.insert(sys::path::parent_path(Path).str());
  for (const std::string &Folder : Folders)
    append_range(Out, ArrayRef<std::string>{"-I", Folder});
  return Out;
}

bool MirroredTree::isReadIn(ArrayRef<std::string> Read) const {
  return none_of(Read, [&](const std::string &File) {
    auto It = Texts.find(std::string(realPath(File)));
    if (It == Texts.end())
      return false;
    auto OnDisk = MemoryBuffer::getFile(File);
    return !OnDisk || (*OnDisk)->getBuffer() != It->second;
  });
}

} // namespace cudapipe
