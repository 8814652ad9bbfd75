//===- PreambleFile.cpp - A preamble that is kept -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of the cache:
//
//   the precompiled header, where it is aligned    | 0 |
//   who asked for it: tool, command, front of the file
//   what was looked for on the disk, and what was found there
//   the other members of the Preamble
//   the size of the first part, and a sum of all
//
// It holds if the same is asked for and the disk still answers the same, paths
// that were not there included: another header may stand in front by now.
//
//===----------------------------------------------------------------------===//

#include "PreambleFile.h"
#include "cudapipe/Frontend/CacheFolder.h"
#include "cudapipe/Frontend/PreambleCache.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/xxhash.h"
#include <chrono>

using namespace clang;
using namespace llvm;

namespace cudapipe {
namespace {

struct Cache {
  std::string Folder, Identity;
};

Cache &cache() {
  static Cache Mine;
  return Mine;
}

/// What the disk said of a path: "" where nothing is there.
std::string answerOf(const ErrorOr<vfs::Status> &Found) {
  if (!Found)
    return "";
  if (!Found->isRegularFile())
    return "no file";
  const sys::fs::UniqueID ID = Found->getUniqueID();
  // In memory: the tool is what counts.
  if (ID.getDevice() == std::numeric_limits<uint64_t>::max())
    return "ours";
  const int64_t Time =
      Found->getLastModificationTime().time_since_epoch().count();
  return join_items(' ', std::to_string(Found->getSize()), std::to_string(Time),
                    std::to_string(ID.getDevice()),
                    std::to_string(ID.getFile()));
}

/// Notes all that is asked of the disk.
class NotingFileSystem : public vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  std::map<std::string, std::string> Answers;
  /// It may have changed meanwhile, or was asked for what is not noted.
  bool IsDoubtful = false;

  ErrorOr<vfs::Status> status(const Twine &Path) override {
    ErrorOr<vfs::Status> Out = ProxyFileSystem::status(Path);
    note(Path, Out);
    return Out;
  }
  bool exists(const Twine &Path) override { return bool(status(Path)); }
  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    ErrorOr<std::unique_ptr<vfs::File>> Out =
        ProxyFileSystem::openFileForRead(Path);
    note(Path, Out ? (*Out)->status() : Out.getError());
    return Out;
  }
  vfs::directory_iterator dir_begin(const Twine &Dir,
                                    std::error_code &EC) override {
    IsDoubtful = true;
    return ProxyFileSystem::dir_begin(Dir, EC);
  }

private:
  void note(const Twine &Path, const ErrorOr<vfs::Status> &Found) {
    std::string Answer = answerOf(Found);
    auto [It, IsNew] = Answers.try_emplace(Path.str(), Answer);
    IsDoubtful |= It->second != Answer;
    // It could be written again in the same tick of the clock.
    if (IsNew && Found && Found->isRegularFile() &&
        Found->getLastModificationTime() >
            std::chrono::system_clock::now() - std::chrono::seconds(2))
      IsDoubtful = true;
  }
};

/// Writes and reads members in the same order.
class Writer {
public:
  explicit Writer(raw_ostream &Out) : Out(Out) {}
  bool isGood() const { return true; }
  void number(uint64_t &N) {
    Out.write(reinterpret_cast<const char *>(&N), sizeof(N));
  }
  void text(std::string &S) {
    uint64_t Size = S.size();
    number(Size);
    Out << S;
  }

private:
  raw_ostream &Out;
};

class Reader {
public:
  explicit Reader(StringRef Rest) : Rest(Rest) {}
  /// False once something was missing.
  bool isGood() const { return Good; }
  void number(uint64_t &N) {
    StringRef Bytes = take(sizeof(N));
    N = 0;
    if (Good)
      memcpy(&N, Bytes.data(), sizeof(N));
  }
  void text(std::string &S) {
    uint64_t Size;
    number(Size);
    S = take(Size).str();
  }

private:
  StringRef take(uint64_t Size) {
    Good &= Size <= Rest.size();
    StringRef Out = Good ? Rest.take_front(Size) : "";
    Rest = Rest.drop_front(Out.size());
    return Out;
  }

  StringRef Rest;
  bool Good = true;
};

template <typename Archive, typename List, typename Member>
void transferList(Archive &A, List &All, Member One) {
  uint64_t Size = All.size();
  A.number(Size);
  for (uint64_t I = 0; I < Size && A.isGood(); ++I) {
    if (I == All.size())
      All.emplace_back();
    One(All[I]);
  }
}

template <typename Archive, typename Number>
void transferNumber(Archive &A, Number &N) {
  uint64_t Wide = N;
  A.number(Wide);
  N = Wide;
}

template <typename Archive> void transferSet(Archive &A, StringSet<> &Set) {
  std::vector<std::string> All;
  for (StringRef Text : Set.keys())
    All.push_back(Text.str());
  transferList(A, All, [&](std::string &Text) { A.text(Text); });
  Set.insert(All.begin(), All.end());
}

} // namespace

/// Knows the members of a Preamble.
class PreambleFile {
public:
  /// What the file must have been made for.
  std::string Key;
  std::vector<std::pair<std::string, std::string>> Answers;

  template <typename Archive> void transferHead(Archive &A) {
    A.text(Key);
    transferList(A, Answers, [&](auto &Answer) {
      A.text(Answer.first);
      A.text(Answer.second);
    });
  }

  template <typename Archive> static void transfer(Archive &A, Preamble &P) {
    auto Place = [&](auto &N) { transferNumber(A, N); };
    A.text(P.Front);
    A.text(P.FrontPath);
    std::vector<unsigned> Holds(P.Holds.begin(), P.Holds.end());
    transferList(A, Holds, Place);
    P.Holds.assign(Holds.begin(), Holds.end());
    transferSet(A, P.UserWords);
    transferSet(A, P.Files);
    transferList(A, P.UserFiles, Place);
    transferList(A, P.UsedMacros, Place);
    transferList(A, P.UsedInFront, Place);
    transferList(A, P.UserDecls, [&](LocalDeclID &ID) {
      uint64_t Raw = ID.getRawValue();
      A.number(Raw);
      ID = LocalDeclID(GlobalDeclID(Raw));
    });
    transferList(A, P.Errors, [&](auto &Error) {
      transferNumber(A, Error.first);
      A.text(Error.second.File);
      transferNumber(A, Error.second.Line);
      transferNumber(A, Error.second.Column);
      A.text(Error.second.Message);
      A.text(Error.second.Macro);
      A.text(Error.second.Agrees);
    });
  }

  /// Null if \p File does not hold what \p Key asks for.
  static std::shared_ptr<const Preamble> read(StringRef File, StringRef Key,
                                              const LangOptions &Options,
                                              vfs::FileSystem &Files) {
    auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/false,
                                        /*RequiresNullTerminator=*/false);
    if (!Buffer)
      return nullptr;
    StringRef All = (*Buffer)->getBuffer();
    if (All.size() < FooterBytes)
      return nullptr;
    Reader Footer(All.take_back(FooterBytes));
    All = All.drop_back(FooterBytes);
    uint64_t Size, Sum;
    Footer.number(Size);
    Footer.number(Sum);
    if (Size >= All.size() || xxh3_64bits(All) != Sum)
      return nullptr;
    Reader A(All.drop_front(Size + 1));
    PreambleFile Head;
    Head.transferHead(A);
    if (!A.isGood() || Head.Key != Key ||
        any_of(Head.Answers, [&](const auto &Answer) {
          return answerOf(Files.status(Answer.first)) != Answer.second;
        }))
      return nullptr;
    auto Out = std::make_shared<Preamble>();
    transfer(A, *Out);
    if (!A.isGood())
      return nullptr;
    Out->Directives = frontOf(Out->Front, Options);
    Out->Precompiled = MemoryBuffer::getMemBuffer(
        All.take_front(Size), "", /*RequiresNullTerminator=*/false);
    Out->Kept = std::move(*Buffer);
    return Out;
  }

  std::string print(const Preamble &P) {
    std::string Out = P.Precompiled->getBuffer().str();
    uint64_t Size = Out.size();
    raw_string_ostream Stream(Out);
    Stream << '\0';
    Writer A(Stream);
    transferHead(A);
    // Not changed: the archive only reads it.
    transfer(A, const_cast<Preamble &>(P));
    uint64_t Sum = xxh3_64bits(Out);
    A.number(Size);
    A.number(Sum);
    return Out;
  }

private:
  static constexpr size_t FooterBytes = 2 * sizeof(uint64_t);
};

void keepPreambles(StringRef Folder, StringRef Identity) {
  cache() = {Folder.str(), Identity.str()};
}

std::shared_ptr<const Preamble>
findPreamble(const CompilerInvocation &Invocation, StringRef Path,
             StringRef Text, unsigned End,
             IntrusiveRefCntPtr<vfs::FileSystem> Files,
             StringRef EditedHeaders) {
  Regex Edited(EditedHeaders);
  auto MayEdit = [&](StringRef Header) {
    return !EditedHeaders.empty() && Edited.match(Header);
  };
  if (cache().Folder.empty())
    return Preamble::build(Invocation, Path, Text, End, Files, MayEdit);

  const LangOptions &Options = Invocation.getLangOpts();
  std::vector<FrontDirective> All = frontOf(Text, Options, End);
  ErrorOr<std::string> Directory = Files->getCurrentWorkingDirectory();
  std::vector<std::string> Asked = Invocation.getCC1CommandLine();
  append_range(Asked, ArrayRef<StringRef>{
                          cache().Identity, Directory ? *Directory : "", Path,
                          EditedHeaders,
                          Text.take_front(All.empty() ? 0 : All.back().End)});
  PreambleFile Kept;
  Kept.Key = join(Asked, StringRef("\0", 1));
  SmallString<256> File(cache().Folder);
  sys::path::append(File, utohexstr(xxh3_64bits(Kept.Key)) + PreambleExtension);
  if (auto Found = PreambleFile::read(File, Kept.Key, Options, *Files)) {
    touchCached(File);
    return Found;
  }
  auto Noting = makeIntrusiveRefCnt<NotingFileSystem>(Files);
  auto Out = Preamble::build(Invocation, Path, Text, End, Noting, MayEdit);
  if (Out && !Noting->IsDoubtful) {
    Kept.Answers.assign(Noting->Answers.begin(), Noting->Answers.end());
    writeCached(File, Kept.print(*Out));
  }
  return Out;
}

} // namespace cudapipe
