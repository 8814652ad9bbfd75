//===- HeaderReads.cpp - How often headers are read -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/HeaderReads.h"
#include "cudapipe/Effort.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <mutex>

using namespace clang;

namespace cudapipe {
namespace {

struct Counts {
  std::mutex Lock;
  bool IsWanted = false;
  unsigned Parses = 0;
  std::map<std::string, unsigned> Files;
};

Counts &counts() {
  static Counts All;
  return All;
}

class ReadCounter : public PPCallbacks {
public:
  explicit ReadCounter(const SourceManager &SM) : SM(SM) {}

  void FileChanged(SourceLocation Loc, FileChangeReason Reason,
                   SrcMgr::CharacteristicKind, FileID) override {
    if (Reason != EnterFile || !Loc.isFileID())
      return;
    FileID File = SM.getFileID(Loc);
    if (OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
        Entry && File != SM.getMainFileID())
      Seen.insert(Entry->getName());
  }
  void EndOfMainFile() override {
    std::lock_guard<std::mutex> Locked(counts().Lock);
    ++counts().Parses;
    for (const auto &File : Seen)
      ++counts().Files[File.getKey().str()];
  }

private:
  const SourceManager &SM;
  llvm::StringSet<> Seen;
};

} // namespace

void countHeaderReads() { counts().IsWanted = true; }

void watchHeaderReads(Preprocessor &PP) {
  if (counts().IsWanted)
    PP.addPPCallbacks(std::make_unique<ReadCounter>(PP.getSourceManager()));
}

void printHeaderReads(llvm::raw_ostream &Out) {
  std::lock_guard<std::mutex> Locked(counts().Lock);
  if (!counts().IsWanted)
    return;
  Out << "parses: " << counts().Parses << '\n';
  for (const auto &[File, Times] : counts().Files)
    Out << "read " << Times << (Times == 1 ? " time: " : " times: ") << File
        << '\n';
  printEffort(Out);
}

} // namespace cudapipe
