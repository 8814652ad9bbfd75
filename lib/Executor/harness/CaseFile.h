//===- CaseFile.h - What is launched, with which data -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   seed 1
//   grid 2 2 1
//   block 32 32 1
//   shared 0
//   buffer A 4096 input -1 1 exact           elements, role, range; random
//   buffer C 4096 output 0 0 near 1e-3 1e-3  poisoned; absolute, relative
//   reference C 1e-3 1e-3                    as far from what the reference
//   gives scalar M 64
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_HARNESS_CASEFILE_H
#define CUDAPIPE_HARNESS_CASEFILE_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

namespace cudapipe {

/// One buffer as the file has it.
struct BufferWish {
  size_t Count = 0;
  std::string Role;
  /// Random values; Low > High: what suits the type.
  double Low = 1, High = 0;
  bool IsExact = true;
  double Absolute = 0, Relative = 0;
  bool HasReference = false;
  double ReferenceAbsolute = 0, ReferenceRelative = 0;
};

struct CaseFile {
  uint64_t Seed = 1;
  unsigned Grid[3] = {1, 1, 1}, Block[3] = {1, 1, 1};
  size_t Shared = 0;
  std::map<std::string, BufferWish> Buffers;
  std::map<std::string, std::string> Scalars;
};

/// Ends the program with what is wrong with the file.
[[noreturn]] inline void badCaseFile(const std::string &What) {
  std::fprintf(stderr, "cudapipe-harness: case file: %s\n", What.c_str());
  std::exit(2);
}

inline CaseFile readCaseFile(const std::string &Path) {
  std::ifstream File(Path);
  if (!File)
    badCaseFile("cannot read '" + Path + "'");
  CaseFile Out;
  std::string Line, Word, Name;
  while (std::getline(File, Line)) {
    std::istringstream Words(Line);
    if (!(Words >> Word) || Word[0] == '#')
      continue;
    if (Word == "seed")
      Words >> Out.Seed;
    else if (Word == "grid")
      Words >> Out.Grid[0] >> Out.Grid[1] >> Out.Grid[2];
    else if (Word == "block")
      Words >> Out.Block[0] >> Out.Block[1] >> Out.Block[2];
    else if (Word == "shared")
      Words >> Out.Shared;
    else if (Word == "scalar") {
      Words >> Name;
      Words >> Out.Scalars[Name];
    } else if (Word == "reference") {
      Words >> Name;
      BufferWish &Wish = Out.Buffers[Name];
      Wish.HasReference = true;
      Words >> Wish.ReferenceAbsolute >> Wish.ReferenceRelative;
    } else if (Word == "buffer") {
      Words >> Name;
      BufferWish &Wish = Out.Buffers[Name];
      Words >> Wish.Count >> Wish.Role >> Wish.Low >> Wish.High >> Word;
      Wish.IsExact = Word == "exact";
      if (!Wish.IsExact)
        Words >> Wish.Absolute >> Wish.Relative;
    } else
      badCaseFile("unknown line '" + Line + "'");
    if (!Words)
      badCaseFile("incomplete line '" + Line + "'");
  }
  return Out;
}

} // namespace cudapipe

#endif
