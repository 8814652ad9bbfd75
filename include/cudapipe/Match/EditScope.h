//===- cudapipe/Match/EditScope.h - Files that may be edited ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   gemm.cu          the main file: always
//   tiles.cuh        included, matches --header-filter: too
//   config.h         included, does not match: never
//   cuda_runtime.h   a system header: never
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_MATCH_EDITSCOPE_H
#define CUDAPIPE_MATCH_EDITSCOPE_H

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <vector>

namespace cudapipe {

/// The name that a file has in all translation units: absolute, no links.
std::string canonicalPath(llvm::StringRef Path, const clang::SourceManager &SM);
/// The same of a path that is absolute.
std::string canonicalPath(llvm::StringRef Absolute);

/// Which files of a translation unit may be edited.
class EditScope {
public:
  /// The main file, headers whose path matches \p HeaderRegex (searched;
  /// empty: none), and the file of canonical path \p Also.
  EditScope(const clang::SourceManager &SM, llvm::StringRef HeaderRegex,
            llvm::StringRef Also = "")
      : SM(SM), HeaderRegex(HeaderRegex), Also(Also) {}

  /// The file where \p Loc is expanded.
  clang::FileID fileOf(clang::SourceLocation Loc) const {
    return SM.getFileID(SM.getExpansionLoc(Loc));
  }
  bool contains(clang::FileID File) const { return look(File).MayEdit; }
  bool contains(clang::SourceLocation Loc) const {
    return contains(fileOf(Loc));
  }
  /// The file is included more than once, so one place of it is many things.
  bool isRepeated(clang::FileID File) const { return look(File).Repeated; }
  std::string canonical(llvm::StringRef Path) const {
    return canonicalPath(Path, SM);
  }
  /// canonicalPath() of \p File.
  llvm::StringRef pathOf(clang::FileID File) const { return look(File).Path; }
  /// "path:offset".
  std::string placeOf(clang::SourceLocation Loc) const;

private:
  struct Known {
    std::string Path;
    bool MayEdit = false, Repeated = false;
  };
  const Known &look(clang::FileID File) const;

  const clang::SourceManager &SM;
  std::string HeaderRegex, Also;
  mutable std::map<clang::FileID, Known> Files;
};

} // namespace cudapipe

#endif // CUDAPIPE_MATCH_EDITSCOPE_H
