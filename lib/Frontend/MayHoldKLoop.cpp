//===- MayHoldKLoop.cpp - A look before a parse ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/MayHoldKLoop.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace cudapipe {
namespace {

bool speaksOf(StringRef Word, ArrayRef<StringLiteral> Things) {
  return any_of(Things, [&](StringRef Thing) {
    return Word.contains_insensitive(Thing);
  });
}

/// What was seen so far.
struct Evidence {
  bool Loop = false, Device = false, Shared = false, Barrier = false;

  bool complete() const { return Loop && Device && Shared && Barrier; }

  void add(StringRef Word) {
    if (!Loop && (Word == "for" || Word == "while" || Word == "do"))
      Loop = true;
    if (Word.size() < 3)
      return;
    if (!Device)
      Device = speaksOf(Word, {"global", "kernel", "device"});
    if (!Shared)
      Shared = Word.equals_insensitive("lds") ||
               speaksOf(Word, {"shared", "smem", "shmem", "shm"});
    if (!Barrier && !Word.starts_with("cuda"))
      Barrier = Word == "bar" || speaksOf(Word, {"barrier"}) ||
                (speaksOf(Word, {"sync"}) && !speaksOf(Word, {"async"}));
  }
};

bool isWordCharacter(char C) { return isAlnum(C) || C == '_'; }

} // namespace

bool mayHoldKLoop(StringRef Text) {
  Evidence Seen;
  size_t Begin = 0;
  while (Begin < Text.size()) {
    if (!isWordCharacter(Text[Begin])) {
      ++Begin;
      continue;
    }
    size_t End = Begin + 1;
    while (End < Text.size() && isWordCharacter(Text[End]))
      ++End;
    Seen.add(Text.slice(Begin, End));
    if (Seen.complete())
      return true;
    Begin = End;
  }
  return false;
}

} // namespace cudapipe
