//===- FileWords.cpp - The words of many files ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/FileWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace cudapipe {
namespace {

uint32_t hashOf(StringRef Word) { return uint32_t(xxh3_64bits(Word)); }

std::vector<uint32_t> read(StringRef File) {
  std::vector<uint32_t> Out;
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return Out;
  auto IsWord = [](char C) {
    return isAlnum(C) || C == '_' || C == '$' || (C & 0x80);
  };
  StringRef Text = (*Buffer)->getBuffer();
  while (!Text.empty()) {
    Text = Text.drop_until(IsWord);
    StringRef Word = Text.take_while(IsWord);
    Text = Text.drop_front(Word.size());
    if (!Word.empty())
      Out.push_back(hashOf(Word));
  }
  sort(Out);
  Out.erase(unique(Out), Out.end());
  Out.shrink_to_fit();
  return Out;
}

} // namespace

const std::vector<uint32_t> &FileWords::wordsOf(StringRef File) {
  {
    std::lock_guard Lock(Mutex);
    if (auto It = Known.find(File); It != Known.end())
      return It->second; // stays where it is
  }
  std::vector<uint32_t> Words = read(File);
  std::lock_guard Lock(Mutex);
  return Known.try_emplace(File, std::move(Words)).first->second;
}

bool FileWords::mayHold(StringRef File, StringRef Word) {
  const std::vector<uint32_t> &Words = wordsOf(File);
  // Hashes are spread evenly: it is not far from where it should be.
  const uint32_t Hash = hashOf(Word);
  size_t At = uint64_t(Hash) * Words.size() >> 32;
  while (At > 0 && Words[At - 1] >= Hash)
    --At;
  while (At < Words.size() && Words[At] < Hash)
    ++At;
  return At < Words.size() && Words[At] == Hash;
}

} // namespace cudapipe
