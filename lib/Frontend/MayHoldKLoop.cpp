//===- MayHoldKLoop.cpp - A look before a parse ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/MayHoldKLoop.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace cudapipe {
namespace {

using WordTest = function_ref<bool(StringRef)>;

bool isWordCharacter(char C) { return isAlnum(C) || C == '_'; }

/// Does a word of \p Text contain \p Part and pass \p Test? Most files hold no
/// such part, so the search for it is what counts.
bool hasWord(StringRef Text, StringRef Part, WordTest Test) {
  for (size_t At = Text.find(Part); At != StringRef::npos;
       At = Text.find(Part, At + 1)) {
    size_t Begin = At, End = At + Part.size();
    while (Begin > 0 && isWordCharacter(Text[Begin - 1]))
      --Begin;
    while (End < Text.size() && isWordCharacter(Text[End]))
      ++End;
    if (Test(Text.slice(Begin, End)))
      return true;
  }
  return false;
}

bool contains(StringRef Text, ArrayRef<StringLiteral> Parts) {
  return any_of(Parts, [&](StringRef Part) { return Text.contains(Part); });
}

bool hasExactly(StringRef Text, StringRef Word) {
  return hasWord(Text, Word, [&](StringRef Found) { return Found == Word; });
}

bool speaksOfSharedMemory(StringRef Text) {
  return contains(Text, {"shared", "smem", "shmem", "shm"}) ||
         hasExactly(Text, "lds");
}

/// cudaDeviceSynchronize and cudaMemcpyAsync are of the host.
bool speaksOfBarrier(StringRef Text) {
  return hasWord(Text, "sync",
                 [](StringRef Word) {
                   return !Word.starts_with("cuda") && !Word.contains("async");
                 }) ||
         Text.contains("barrier") || hasExactly(Text, "bar");
}

bool speaksOfDeviceCode(StringRef Text) {
  return contains(Text, {"global", "kernel", "device"});
}

bool hasLoop(StringRef Text) {
  return hasExactly(Text, "for") || hasExactly(Text, "while") ||
         hasExactly(Text, "do");
}

} // namespace

bool mayHoldKLoop(StringRef Text) {
  std::string Lower = Text.lower();
  return speaksOfSharedMemory(Lower) && speaksOfBarrier(Lower) &&
         speaksOfDeviceCode(Lower) && hasLoop(Lower);
}

} // namespace cudapipe
