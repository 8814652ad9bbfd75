//===- FindFiles.cpp - The files that a folder stands for -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindFiles.h"
#include "IgnoreRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace cudapipe {
namespace {

bool isCudaName(StringRef Name) {
  return Name.ends_with(".cu") || Name.ends_with(".cuh");
}

std::string join(StringRef Folder, StringRef Name) {
  SmallString<256> Path(Folder);
  sys::path::append(Path, Name);
  return std::string(Path);
}

/// Names in \p Folder, sorted.
Expected<std::vector<std::string>> namesIn(StringRef Folder) {
  std::vector<std::string> Out;
  std::error_code Failure;
  for (sys::fs::directory_iterator I(Folder, Failure), End;
       !Failure && I != End; I.increment(Failure))
    Out.push_back(sys::path::filename(I->path()).str());
  if (Failure)
    return createStringError("cannot read '" + Folder +
                             "': " + Failure.message());
  llvm::sort(Out);
  return Out;
}

/// Appends what is found in \p Folder, which is \p Real; links to folders are
/// not followed, as they may lead back.
Error search(StringRef Folder, StringRef Real, IgnoreRules &Rules,
             std::vector<std::string> &Out) {
  Expected<std::vector<std::string>> Names = namesIn(Real);
  if (!Names)
    return Names.takeError();
  for (const std::string &Name : *Names) {
    const std::string Path = join(Folder, Name), RealPath = join(Real, Name);
    sys::fs::file_status Status;
    if (StringRef(Name).starts_with(".") ||
        sys::fs::status(RealPath, Status, /*follow=*/false))
      continue;
    const bool IsFolder = sys::fs::is_directory(Status);
    if (Rules.ignore(RealPath, IsFolder))
      continue;
    if (!IsFolder) {
      if (isCudaName(Name) && sys::fs::is_regular_file(RealPath))
        Out.push_back(Path);
      continue;
    }
    if (sys::fs::exists(join(RealPath, "CMakeCache.txt")))
      continue;
    // They say nothing of other folders.
    Rules.addFolder(RealPath);
    if (Error Failure = search(Path, RealPath, Rules, Out))
      return Failure;
  }
  return Error::success();
}

/// The files of \p Project in \p Folder, which ends in a slash; or all.
std::vector<std::string> filesOf(const CompileCommands &Project,
                                 StringRef Folder) {
  std::vector<std::string> Out;
  for (const std::string &File : Project.cudaFiles()) {
    SmallString<256> Real;
    if (Folder.empty() ||
        (!sys::fs::real_path(File, Real) && Real.starts_with(Folder)))
      Out.push_back(shortName(File));
  }
  return Out;
}

} // namespace

std::string shortName(StringRef Path) {
  SmallString<256> Here;
  StringRef Out = Path;
  if (!sys::fs::current_path(Here) && Out.consume_front(Here) &&
      Out.consume_front("/"))
    return Out.str();
  return Path.str();
}

Expected<std::vector<std::string>>
findFiles(ArrayRef<std::string> Names,
          const std::optional<CompileCommands> &Project) {
  std::vector<std::string> Out;
  if (Names.empty() && Project)
    Out = filesOf(*Project, "");
  for (const std::string &Name : Names) {
    SmallString<256> Real;
    if (!sys::fs::is_directory(Name) || sys::fs::real_path(Name, Real)) {
      Out.push_back(Name);
      continue;
    }
    const size_t Before = Out.size();
    if (Project) {
      append_range(Out, filesOf(*Project, (Real + "/").str()));
    } else {
      IgnoreRules Rules = IgnoreRules::around(Real);
      if (Error Failure = search(Name == "." ? "" : Name, Real, Rules, Out))
        return std::move(Failure);
    }
    if (Out.size() == Before)
      return createStringError(
          "'" + Name + "': " +
          (Project ? "the compile database has no CUDA file in this folder"
                   : "there is no .cu or .cuh file in this folder that git "
                     "does not ignore"));
  }
  return Out;
}

} // namespace cudapipe
