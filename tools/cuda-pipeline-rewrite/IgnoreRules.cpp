//===- IgnoreRules.cpp - What git does not look at ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IgnoreRules.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace cudapipe {
namespace {

/// `[!a-z]` at the front of \p Glob, as a regular expression; "" if no bracket
/// closes it.
std::string takeClass(StringRef &Glob) {
  const size_t End = Glob.find(']', Glob.starts_with("[!]") ? 3 : 2);
  if (End == StringRef::npos)
    return "";
  std::string Out = Glob.take_front(End + 1).str();
  if (Out[1] == '!')
    Out[1] = '^';
  Glob = Glob.drop_front(End + 1);
  return Out;
}

/// `src/**/gen_*.cu` as a regular expression.
std::string asRegex(StringRef Glob) {
  std::string Out = "^";
  // Without a slash but at its end, it is a name in any folder.
  if (!Glob.contains('/'))
    Out += "(.*/)?";
  Glob.consume_front("/");
  while (!Glob.empty()) {
    if (Glob.consume_front("**/"))
      Out += "(.*/)?";
    else if (Glob.consume_front("**"))
      Out += ".*";
    else if (Glob.consume_front("*"))
      Out += "[^/]*";
    else if (Glob.consume_front("?"))
      Out += "[^/]";
    else if (std::string Class = Glob.starts_with("[") ? takeClass(Glob) : "";
             !Class.empty())
      Out += Class;
    else {
      if (Glob.size() > 1)
        Glob.consume_front("\\");
      Out += Regex::escape(Glob.take_front());
      Glob = Glob.drop_front();
    }
  }
  return Out + "$";
}

std::string inFolder(StringRef Folder, StringRef Name) {
  SmallString<256> Path(Folder);
  sys::path::append(Path, Name);
  return std::string(Path);
}

} // namespace

void IgnoreRules::addFile(StringRef File, StringRef Folder) {
  auto Text = MemoryBuffer::getFile(File);
  if (!Text)
    return;
  for (StringRef Line : split((*Text)->getBuffer(), '\n')) {
    Line = Line.rtrim("\r");
    const StringRef Trimmed = Line.rtrim(' ');
    Line =
        Trimmed.ends_with("\\") ? Line.take_front(Trimmed.size() + 1) : Trimmed;
    if (Line.starts_with("#"))
      continue;
    const bool Keeps = Line.consume_front("!");
    const bool IsForFolders = Line.consume_back("/");
    if (!Line.empty())
      Rules.push_back(
          {(Folder + "/").str(), Regex(asRegex(Line)), Keeps, IsForFolders});
  }
}

void IgnoreRules::addFolder(StringRef Folder) {
  addFile(inFolder(Folder, ".gitignore"), Folder);
}

IgnoreRules IgnoreRules::around(StringRef Folder) {
  IgnoreRules Out;
  StringRef Top = Folder;
  while (!Top.empty() && !sys::fs::exists(inFolder(Top, ".git")))
    Top = sys::path::parent_path(Top);
  if (Top.empty())
    Top = Folder; // Of no repository.
  Out.addFile(inFolder(Top, ".git/info/exclude"), Top);
  std::vector<StringRef> Folders;
  for (StringRef Each = Folder; Each.size() > Top.size();
       Each = sys::path::parent_path(Each))
    Folders.push_back(Each);
  Out.addFolder(Top);
  for (StringRef Each : reverse(Folders))
    Out.addFolder(Each);
  return Out;
}

bool IgnoreRules::ignore(StringRef Path, bool IsFolder) const {
  for (const Rule &Each : reverse(Rules)) {
    StringRef Below = Path;
    if ((IsFolder || !Each.IsForFolders) && Below.consume_front(Each.Folder) &&
        Each.Pattern.match(Below))
      return !Each.Keeps;
  }
  return false;
}

} // namespace cudapipe
