//===- Shards.cpp - One run, on several machines --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shards.h"
#include "ShardFile.h"
#include "cudapipe/Emit/ReplaceFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA1.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;

namespace cudapipe {
namespace {

std::string workingDirectory() {
  SmallString<256> Here;
  return sys::fs::current_path(Here) ? "" : Here.str().str();
}

/// "2 of 4".
std::string nameOf(unsigned Number, unsigned Count) {
  return std::to_string(Number) + " of " + std::to_string(Count);
}

std::string fileOf(StringRef Folder, unsigned Number, unsigned Count) {
  SmallString<256> Path(Folder);
  sys::path::append(Path, std::to_string(Number) + "-of-" +
                              std::to_string(Count) + ".shard");
  return Path.str().str();
}

/// "" for what cannot be read.
std::string hashOf(StringRef Path) {
  auto Text = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  return Text ? toHex(SHA1::hash(arrayRefFromStringRef((*Text)->getBuffer())))
              : "";
}

/// The count in the names of the shards in \p Folder.
Expected<unsigned> countShards(StringRef Folder) {
  unsigned Found = 0;
  std::error_code Failure;
  for (sys::fs::directory_iterator I(Folder, Failure), End;
       !Failure && I != End; I.increment(Failure)) {
    StringRef Name = sys::path::filename(I->path());
    unsigned Number, Count;
    if (!Name.consume_back(".shard") || Name.consumeInteger(10, Number) ||
        !Name.consume_front("-of-") || Name.getAsInteger(10, Count))
      continue;
    if (Found && Found != Count)
      return createStringError("'" + Folder + "' holds shards of " +
                               Twine(std::min(Found, Count)) + " and of " +
                               Twine(std::max(Found, Count)) +
                               "; use a folder for each run");
    Found = Count;
  }
  if (Failure || !Found)
    return createStringError("there are no shards in '" + Folder + "'");
  return Found;
}

Expected<std::vector<ShardFile>> readShards(StringRef Folder) {
  Expected<unsigned> Count = countShards(Folder);
  if (!Count)
    return Count.takeError();
  std::vector<ShardFile> Out;
  for (unsigned Number = 1; Number <= *Count; ++Number) {
    std::string Path = fileOf(Folder, Number, *Count);
    auto Text = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
    if (!Text)
      return createStringError("shard " + nameOf(Number, *Count) +
                               " is missing in '" + Folder + "'");
    std::optional<ShardFile> Shard = readShard((*Text)->getBuffer());
    if (!Shard || Shard->Number != Number || Shard->Count != *Count)
      return createStringError("'" + Path +
                               "' is no shard of this version of the tool");
    const ShardFile &First = Out.empty() ? *Shard : Out.front();
    if (Shard->Arguments != First.Arguments ||
        Shard->WorkingDirectory != First.WorkingDirectory)
      return createStringError("shard " + nameOf(Number, *Count) +
                               " has other arguments than shard 1, or another "
                               "working directory");
    Out.push_back(std::move(*Shard));
  }
  return Out;
}

/// The argument of `--merge`, if \p Arguments have it.
std::optional<std::string> mergedFolder(ArrayRef<const char *> Arguments) {
  for (size_t I = 1; I < Arguments.size(); ++I) {
    StringRef Argument = Arguments[I];
    if (!Argument.consume_front("-"))
      continue;
    Argument.consume_front("-");
    if (Argument.consume_front("merge="))
      return Argument.str();
    if (Argument == "merge" && I + 1 < Arguments.size())
      return std::string(Arguments[I + 1]);
  }
  return std::nullopt;
}

/// Files whose change would make \p Work another.
void addSources(const FileWork &Work, HeaderLists &Headers,
                std::set<std::string> &Out) {
  Out.insert(Work.Path);
  for (const clang::tooling::AtomicChange &Change : Work.Result.Changes)
    Out.insert(Change.getFilePath());
  if (!Work.Result.Loops.empty())
    for (const std::string &Header : Headers.of(Work.Path))
      Out.insert(Header);
}

} // namespace

Expected<std::vector<std::string>> expandArguments(int Argc,
                                                   const char *const *Argv) {
  const char *const *End = Argv + Argc;
  const char *const *Dashes = std::find(Argv, End, StringRef("--"));
  BumpPtrAllocator Memory;
  SmallVector<const char *> Expanded(Argv, Dashes);
  cl::ExpansionContext Context(Memory, cl::TokenizeGNUCommandLine);
  if (Error Failure = Context.expandResponseFiles(Expanded))
    return std::move(Failure);
  std::vector<std::string> Own(Expanded.begin(), Expanded.end());
  Own.insert(Own.end(), Dashes, End);
  std::optional<std::string> Folder = mergedFolder(Expanded);
  if (!Folder)
    return Own;
  Expected<std::vector<ShardFile>> Shards = readShards(*Folder);
  if (!Shards)
    return Shards.takeError();
  const ShardFile &First = Shards->front();
  if (First.WorkingDirectory != workingDirectory())
    return createStringError("the shards were made in '" +
                             First.WorkingDirectory + "'; call --merge there");
  // Before the flags of the compiler.
  std::vector<std::string> Out = First.Arguments;
  Out.insert(find(Out, "--"), Own.begin() + 1, Own.end());
  Out.insert(Out.begin(), Own.front());
  return Out;
}

/// The largest file goes where there is least to do. Nothing is read for this:
/// what a file costs beside its size is about the same for all.
std::vector<size_t> filesOfShard(ArrayRef<std::string> Files, unsigned Number,
                                 unsigned Count) {
  constexpr uint64_t CostOfAFile = 4096;
  std::vector<std::pair<uint64_t, size_t>> Costs;
  for (auto [I, File] : enumerate(Files)) {
    uint64_t Size = 0;
    if (sys::fs::file_size(File, Size))
      Size = 0;
    Costs.push_back({Size + CostOfAFile, I});
  }
  stable_sort(Costs,
              [](const auto &A, const auto &B) { return A.first > B.first; });
  std::vector<uint64_t> Loads(Count);
  std::vector<size_t> Out;
  for (auto [Cost, Index] : Costs) {
    auto Least = min_element(Loads);
    *Least += Cost;
    if (Least - Loads.begin() == Number - 1)
      Out.push_back(Index);
  }
  sort(Out);
  return Out;
}

Error saveShard(const ShardChoice &Shard, MutableArrayRef<FileWork> Works,
                ArrayRef<size_t> Indexes, HeaderLists &Headers) {
  ShardFile Out;
  Out.Version = toolVersion().str();
  Out.WorkingDirectory = workingDirectory();
  Out.Number = Shard.Number;
  Out.Count = Shard.Count;
  Out.Arguments = Shard.Arguments;
  std::set<std::string> Sources;
  for (size_t Index : Indexes) {
    addSources(Works[Index], Headers, Sources);
    Out.Works.push_back({Index, std::move(Works[Index])});
  }
  for (const std::string &Path : Sources)
    Out.Sources.push_back({Path, hashOf(Path)});
  if (std::error_code Failure = sys::fs::create_directories(Shard.Folder))
    return createStringError("'" + Shard.Folder + "': " + Failure.message());
  return replaceFile(fileOf(Shard.Folder, Shard.Number, Shard.Count),
                     printShard(Out));
}

Error loadShards(const ShardChoice &Shard, MutableArrayRef<FileWork> Works) {
  Expected<std::vector<ShardFile>> Shards = readShards(Shard.Folder);
  if (!Shards)
    return Shards.takeError();
  std::vector<bool> Filled(Works.size());
  std::map<std::string, std::string> Hashes;
  for (ShardFile &Each : *Shards) {
    for (const auto &[Path, Hash] : Each.Sources) {
      auto [It, IsNew] = Hashes.try_emplace(Path);
      if (IsNew)
        It->second = hashOf(Path);
      if (It->second != Hash)
        return createStringError("'" + Path + "' has changed since shard " +
                                 nameOf(Each.Number, Each.Count) +
                                 " was made; make the shards again");
    }
    for (auto &[Index, Work] : Each.Works) {
      if (Index >= Works.size() || Works[Index].Name != Work.Name ||
          Filled[Index])
        return createStringError("the shards do not fit each other: '" +
                                 Work.Name + "'");
      Filled[Index] = true;
      // Of other files nobody asks for the text.
      if (!Work.Result.Loops.empty() || !Work.ParseErrors.empty())
        if (auto Text = MemoryBuffer::getFile(Work.Path, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false))
          Work.Text = (*Text)->getBuffer().str();
      Works[Index] = std::move(Work);
    }
  }
  for (auto [IsFilled, Work] : zip(Filled, Works))
    if (!IsFilled)
      return createStringError("no shard has worked on '" + Work.Name +
                               "'; make the shards again");
  return Error::success();
}

} // namespace cudapipe
