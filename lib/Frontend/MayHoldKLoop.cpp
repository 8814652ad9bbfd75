//===- MayHoldKLoop.cpp - A look before a parse ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/MayHoldKLoop.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"

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

/// std::shared_ptr and its like are of the host.
bool speaksOfSharedMemory(StringRef Text) {
  return hasWord(Text, "shared",
                 [](StringRef Word) {
                   return Word != "make_shared" && Word != "shared_ptr" &&
                          Word != "shared_mutex" && Word != "shared_lock" &&
                          Word != "enable_shared_from_this";
                 }) ||
         contains(Text, {"smem", "shmem", "shm"}) || hasExactly(Text, "lds");
}

/// cudaDeviceSynchronize and cudaMemcpyAsync are of the host.
bool speaksOfBarrier(StringRef Text) {
  return hasWord(Text, "sync",
                 [](StringRef Word) {
                   return !Word.starts_with("cuda") && !Word.contains("async");
                 }) ||
         hasWord(Text, "wait",
                 [](StringRef Word) { return !Word.starts_with("cuda"); }) ||
         Text.contains("barrier") || hasExactly(Text, "bar");
}

bool speaksOfDeviceCode(StringRef Text) {
  return contains(Text, {"global", "kernel", "device"});
}

bool hasLoop(StringRef Text) {
  return hasExactly(Text, "for") || hasExactly(Text, "while") ||
         hasExactly(Text, "do");
}

/// \p Text up to the end of the line, and of those that a backslash joins.
StringRef takeLogicalLine(StringRef &Text) {
  size_t End = 0;
  do
    End = Text.find('\n', End + 1);
  while (End != StringRef::npos &&
         Text.take_front(End).rtrim("\r").ends_with('\\'));
  const StringRef Line = Text.take_front(End);
  Text = Text.drop_front(Line.size());
  Text.consume_front("\n");
  return Line;
}

StringRef takeWord(StringRef &Text) {
  const StringRef Word = Text.take_while(isWordCharacter);
  Text = Text.drop_front(Word.size());
  return Word;
}

/// What the `#define` lines of \p Text say, by name: of every branch of an
/// `#if`, as any may be the one.
void readDefinitions(StringRef Text, StringMap<std::string> &Out) {
  while (!Text.empty()) {
    StringRef Line = takeLogicalLine(Text).ltrim();
    if (!Line.consume_front("#") ||
        !(Line = Line.ltrim()).consume_front("define"))
      continue;
    Line = Line.ltrim();
    if (const StringRef Name = takeWord(Line); !Name.empty())
      (Out[Name] += Line) += '\n';
  }
}

/// \p Text, and behind it what its words stand for in \p Defined, and so on.
std::string withMeanings(StringRef Text, StringMap<std::string> Defined) {
  std::string Out = Text.str();
  for (size_t At = 0; At < Out.size();) {
    StringRef Rest = StringRef(Out).drop_front(At);
    const std::string Word = takeWord(Rest).str();
    At += std::max<size_t>(Word.size(), 1);
    if (auto It = Word.empty() ? Defined.end() : Defined.find(Word);
        It != Defined.end()) {
      (Out += '\n') += It->second;
      Defined.erase(It);
    }
  }
  return Out;
}

} // namespace

std::string withoutComments(StringRef Text) {
  if (Text.contains("r\"") || Text.contains("R\""))
    return Text.str();
  std::string Code;
  Code.reserve(Text.size());
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == '/' && Text.substr(I).starts_with("//")) {
      I = std::min(Text.find('\n', I), Text.size()) - 1;
      continue;
    }
    if (C == '/' && Text.substr(I).starts_with("/*")) {
      I = std::min(Text.find("*/", I + 2), Text.size() - 2) + 1;
      Code += ' ';
      continue;
    }
    Code += C;
    if (C != '"')
      continue;
    // To the end of the string, or of the line if a lone quote misleads us.
    for (++I; I < Text.size(); ++I) {
      Code += Text[I];
      if (Text[I] == '\\' && I + 1 < Text.size())
        Code += Text[++I];
      else if (Text[I] == '"' || Text[I] == '\n')
        break;
    }
  }
  return Code;
}

bool mayHoldKLoop(StringRef Text, ArrayRef<std::string> Headers) {
  if (mayHoldKLoop(Text))
    return true;
  if (!hasLoop(Text))
    return false;
  StringMap<std::string> Defined;
  for (const std::string &Header : Headers)
    if (auto Read = MemoryBuffer::getFile(Header))
      readDefinitions((*Read)->getBuffer(), Defined);
  return !Defined.empty() &&
         mayHoldKLoop(withMeanings(Text, std::move(Defined)));
}

bool mayHoldKLoop(StringRef Text) {
  // Most files are through with after one search.
  if (!speaksOfSharedMemory(Text.lower()))
    return false;
  std::string Lower = withoutComments(Text.lower());
  return speaksOfSharedMemory(Lower) && speaksOfBarrier(Lower) &&
         speaksOfDeviceCode(Lower) && hasLoop(Lower);
}

} // namespace cudapipe
