//===- ReadingOrder.cpp - What is read when -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/ReadingOrder.h"
#include "cudapipe/Frontend/Directives.h"

using namespace clang;

namespace cudapipe {

/// The offset in the main file of what is at \p Offset of \p Front, its first
/// lines, precompiled.
static int64_t offsetOfFront(FileID Front, unsigned Offset,
                             const SourceManager &SM) {
  const Directives InFront(SM.getBufferData(Front)),
      InMain(SM.getBufferData(SM.getMainFileID()));
  auto IsSame = [](const DirectiveLine &A, const DirectiveLine &B) {
    return A.Name == B.Name && A.Rest == B.Rest;
  };
  for (const DirectiveLine &Line : InFront.lines()) {
    if (Line.End <= Offset)
      continue;
    // Of several includes of one header, the first is read.
    for (const DirectiveLine &Same : InMain.lines())
      if (IsSame(Same, Line))
        return int64_t(Same.Begin) + (Offset - Line.Begin);
    break;
  }
  return Offset;
}

ReadingPosition readingPosition(SourceLocation Loc, const SourceManager &SM) {
  ReadingPosition Out;
  while (true) {
    auto [File, Offset] = SM.getDecomposedLoc(Loc);
    const SourceLocation From = SM.getIncludeLoc(File);
    OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
    if (!Entry) { // what the compiler and the command line define
      Out.push_back(-1);
      break;
    }
    // It is no other file's, as far as the one that is read now knows.
    const bool IsFront = SM.isLoadedSourceLocation(Loc) &&
                         !(From.isValid() && SM.isLoadedSourceLocation(From));
    Out.push_back(IsFront ? offsetOfFront(File, Offset, SM) : Offset);
    if (IsFront || From.isInvalid())
      break;
    Loc = From;
  }
  return {Out.rbegin(), Out.rend()};
}

bool isAlwaysIncluded(FileID File, const SourceManager &SM) {
  for (SourceLocation From = SM.getIncludeLoc(File); From.isValid();
       From = SM.getIncludeLoc(SM.getFileID(From))) {
    auto [In, Offset] = SM.getDecomposedLoc(From);
    if (!Directives(SM.getBufferData(In)).around(Offset).empty())
      return false;
  }
  return true;
}

} // namespace cudapipe
