//===- IgnoreRules.h - What git does not look at ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_IGNORERULES_H
#define CUDAPIPE_TOOL_IGNORERULES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"
#include <string>
#include <vector>

namespace cudapipe {

/// The lines of .gitignore files; the last that matches a path decides.
class IgnoreRules {
public:
  /// The rules of the repository around \p Folder, from its top down to \p
  /// Folder, which is absolute; none of any folder below.
  static IgnoreRules around(llvm::StringRef Folder);

  /// Appends the rules of \p Folder/.gitignore.
  void addFolder(llvm::StringRef Folder);
  /// Is \p Path, absolute and in one of the folders, ignored?
  bool ignore(llvm::StringRef Path, bool IsFolder) const;

private:
  struct Rule {
    /// With the slash at its end.
    std::string Folder;
    /// Of the path behind Folder.
    llvm::Regex Pattern;
    bool Keeps, IsForFolders;
  };
  void addFile(llvm::StringRef File, llvm::StringRef Folder);

  std::vector<Rule> Rules;
};

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_IGNORERULES_H
