//===- EditScope.cpp - Files that may be edited ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Match/EditScope.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "clang/Basic/FileManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

using namespace clang;

namespace cudapipe {
std::string canonicalPath(llvm::StringRef Path, const SourceManager &SM) {
  llvm::SmallString<256> Absolute(Path);
  SM.getFileManager().makeAbsolutePath(Absolute);
  return canonicalPath(Absolute.str());
}

std::string canonicalPath(llvm::StringRef Absolute) {
  llvm::SmallString<256> Real;
  if (!llvm::sys::fs::real_path(Absolute, Real))
    return std::string(Real);
  llvm::SmallString<256> Plain(Absolute);
  llvm::sys::path::remove_dots(Plain, /*remove_dot_dot=*/true);
  return std::string(Plain);
}

const EditScope::Known &EditScope::look(FileID File) const {
  auto [It, IsNew] = Files.try_emplace(File);
  Known &Out = It->second;
  OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
  if (!IsNew || !Entry)
    return Out;
  Out.Path = canonicalPath(Entry->getName(), SM);
  bool System = SM.isInSystemHeader(SM.getLocForStartOfFile(File));
  Out.MayEdit = File == SM.getMainFileID() || Out.Path == Also ||
                (!System && !HeaderRegex.empty() &&
                 llvm::Regex(HeaderRegex).match(Out.Path));
  unsigned Times = 0;
  forUserFiles(SM, [&](FileID Other) {
    OptionalFileEntryRef OtherEntry = SM.getFileEntryRefForID(Other);
    Times += &OtherEntry->getFileEntry() == &Entry->getFileEntry();
  });
  Out.Repeated = Times > 1;
  return Out;
}

std::string EditScope::placeOf(SourceLocation Loc) const {
  Loc = SM.getExpansionLoc(Loc);
  return (pathOf(SM.getFileID(Loc)) + ":" + llvm::Twine(SM.getFileOffset(Loc)))
      .str();
}

} // namespace cudapipe
