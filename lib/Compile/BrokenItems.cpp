//===- BrokenItems.cpp - A text without what does not compile -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Compile/BrokenItems.h"
#include "cudapipe/Frontend/DeviceText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace cudapipe {

/// The line of \p File that \p Message has an error in; "x.cu(7): error: .." is
/// nvcc's, "x.cu:7:10: fatal error: .." the preprocessor's.
static std::optional<unsigned> lineOfError(StringRef Message, StringRef File) {
  unsigned Line = 0;
  if (!Message.consume_front(File) ||
      !(Message.consume_front("(") || Message.consume_front(":")) ||
      Message.consumeInteger(10, Line))
    return std::nullopt;
  const StringRef Kind = Message.split(": ").second;
  if (!Kind.starts_with("error") && !Kind.starts_with("fatal error") &&
      !Kind.starts_with("catastrophic error"))
    return std::nullopt;
  return Line;
}

/// The line of \p File that includes what has an error.
static std::optional<unsigned> lineOfInclude(StringRef Message,
                                             StringRef File) {
  unsigned Line = 0;
  if (!Message.consume_front("In file included from ") ||
      !Message.consume_front(File) || !Message.consume_front(":") ||
      Message.consumeInteger(10, Line))
    return std::nullopt;
  return Line;
}

std::set<unsigned> brokenLines(StringRef Log, StringRef File) {
  std::set<unsigned> Lines, Includes;
  for (StringRef Message : split(Log, '\n')) {
    // From here on, what is right may be taken for wrong.
    if (Message.contains("parsing restarts here"))
      break;
    if (std::optional<unsigned> Line = lineOfError(Message, File))
      Lines.insert(*Line);
    else if (std::optional<unsigned> Line = lineOfInclude(Message, File))
      Includes.insert(*Line);
  }
  return Lines.empty() ? Includes : Lines;
}

/// \p Line less blanks, and the byte order mark that a file may begin with.
static StringRef withoutMark(StringRef Line) {
  Line.consume_front("\xEF\xBB\xBF");
  return Line.trim();
}

std::vector<std::string> itemsIn(StringRef Text,
                                 const std::set<unsigned> &Lines) {
  std::vector<size_t> Starts{0};
  for (size_t At = Text.find('\n'); At != StringRef::npos;
       At = Text.find('\n', At + 1))
    Starts.push_back(At + 1);
  const std::vector<ItemText> Items = findItems(Text);
  std::vector<std::string> Out;
  for (unsigned Line : Lines) {
    if (Line == 0 || Line > Starts.size())
      continue;
    const size_t Begin = Starts[Line - 1],
                 End = Line < Starts.size() ? Starts[Line] - 1 : Text.size();
    const StringRef Whole = withoutMark(Text.slice(Begin, End));
    if (Whole.starts_with("#")) {
      if (Whole.drop_front().ltrim().starts_with("include"))
        Out.push_back(Whole.str());
      continue;
    }
    for (const ItemText &Item : Items)
      if (Item.Begin < End && Begin < Item.HeadEnd)
        Out.push_back(Text.slice(Item.Begin, Item.End).str());
  }
  return Out;
}

std::string withoutItems(StringRef Text, ArrayRef<std::string> Items) {
  std::string Out = Text.str();
  auto Blank = [&](size_t Begin, size_t End) {
    std::fill(Out.begin() + Begin, Out.begin() + End, ' ');
  };
  // What reads the same inside of a function stays.
  for (const ItemText &Item : findItems(Text)) {
    if (!is_contained(Items, Text.slice(Item.Begin, Item.End)))
      continue;
    bool Stays = false;
    for (size_t Begin = Item.Begin, End = Item.End; Begin < End;) {
      const size_t Next = std::min<size_t>(Text.find('\n', Begin), End);
      const StringRef Line = Text.slice(Begin, Next);
      Stays |= Line.ltrim().starts_with("#");
      if (!Stays)
        Blank(Begin, Next);
      // Directives may go on in the next line.
      Stays &= Line.rtrim("\r").ends_with("\\");
      Begin = Next + 1;
    }
  }
  for (size_t Begin = 0; Begin < Text.size();) {
    const size_t End = std::min(Text.find('\n', Begin), Text.size());
    const StringRef Line = withoutMark(Text.slice(Begin, End));
    if (Line.starts_with("#") && is_contained(Items, Line))
      Blank(Begin, End);
    Begin = End + 1;
  }
  return Out;
}

std::string headersNotIn(StringRef Text, ArrayRef<std::string> Folders) {
  std::string Out;
  for (StringRef Line : split(Text, '\n')) {
    Line = withoutMark(Line);
    if (!Line.consume_front("#") ||
        !(Line = Line.ltrim()).consume_front("include"))
      continue;
    const StringRef Name = Line.ltrim().substr(1).take_until(
        [](char C) { return C == '"' || C == '>'; });
    if (none_of(Folders, [&](const std::string &Folder) {
          SmallString<128> Path(Folder);
          sys::path::append(Path, Name);
          return sys::fs::exists(Path);
        }))
      Out += (Name + "\n").str();
  }
  return Out;
}

} // namespace cudapipe
