//===- NvccWords.cpp - How nvcc takes text apart --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Found by trying: `nvcc --dryrun` of 13.0 shows what it hands on.
//
//===----------------------------------------------------------------------===//

#include "NvccWords.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;

namespace cudapipe {
namespace {

Expected<std::unique_ptr<MemoryBuffer>> readFile(StringRef File,
                                                 StringRef Directory) {
  SmallString<256> Path(File);
  sys::path::make_absolute(Directory, Path);
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return createStringError("cannot read the options file '" + Path +
                             "': " + Buffer.getError().message());
  return std::move(*Buffer);
}

Error expand(ArrayRef<std::string> Arguments, StringRef Directory,
             unsigned Depth, std::vector<std::string> &Out) {
  for (StringRef Argument : Arguments) {
    SmallString<256> Path(Argument.drop_front(Argument.starts_with("@")));
    sys::path::make_absolute(Directory, Path);
    if (!Argument.starts_with("@") || !sys::fs::is_regular_file(Path)) {
      Out.push_back(Argument.str());
      continue;
    }
    if (Depth == DeepestOptionsFile)
      return createStringError("the options file '" + Path + "' reads itself");
    auto Text = readFile(Path, Directory);
    if (!Text)
      return Text.takeError();
    if (Error Failure =
            expand(shellWords((*Text)->getBuffer()), Directory, Depth + 1, Out))
      return Failure;
  }
  return Error::success();
}

} // namespace

std::vector<std::string> splitNvccList(StringRef Text) {
  std::vector<std::string> Items(1);
  bool IsQuoted = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == '\\' && I + 1 < Text.size()) {
      Items.back() += Text[++I];
      continue;
    }
    IsQuoted ^= C == '"';
    if (C == ',' && !IsQuoted)
      Items.emplace_back();
    else
      Items.back() += C;
  }
  erase_if(Items, [](const std::string &Item) { return Item.empty(); });
  return Items;
}

std::vector<std::string> splitNvccFolders(StringRef Text) {
  std::vector<std::string> Items(1);
  bool IsQuoted = false;
  for (char C : Text) {
    IsQuoted ^= C == '"';
    if (C == ',' && !IsQuoted)
      Items.emplace_back();
    else if (C != '"')
      Items.back() += C;
  }
  erase_if(Items, [](const std::string &Item) { return Item.empty(); });
  return Items;
}

Expected<std::vector<std::string>> readNvccOptionsFile(StringRef File,
                                                       StringRef Directory) {
  auto Read = readFile(File, Directory);
  if (!Read)
    return Read.takeError();
  // Only double quotes quote; there are no comments.
  std::vector<std::string> Words;
  bool IsQuoted = false, IsWord = false;
  StringRef Text = (*Read)->getBuffer();
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (!IsQuoted && isSpace(C)) {
      IsWord = false;
      continue;
    }
    if (!IsWord)
      Words.emplace_back();
    IsWord = true;
    if (C == '"')
      IsQuoted = !IsQuoted;
    else
      Words.back() += C == '\\' && I + 1 < Text.size() ? Text[++I] : C;
  }
  return Words;
}

Expected<std::vector<std::string>>
expandResponseFiles(ArrayRef<std::string> Arguments, StringRef Directory) {
  std::vector<std::string> Out;
  if (Error Failure = expand(Arguments, Directory, 0, Out))
    return Failure;
  return Out;
}

std::vector<std::string> shellWords(StringRef Text) {
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  SmallVector<const char *> Words;
  cl::TokenizeGNUCommandLine(Text, Saver, Words);
  return {Words.begin(), Words.end()};
}

} // namespace cudapipe
