//===- LaunchFile.h - A recorded launch -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The folder of one launch, written by cuda-pipeline-verify --capture:
//
//   launch.txt
//     cudapipe-launch 1
//     kernel _Z5scalePfi              mangled; then much that we need not know
//     grid 2 1 1                      and block, cluster
//     cooperative 0
//     shared 1024                     dynamic bytes
//     argument 0 8 0000207f0e7f0000   offset, bytes, value; in their order
//     memory 0 7f0e7f200000 4096 changed cudaMalloc   in memory-0
//     variable 1 table                memory 1 is this variable of the module
//     pointer 0 16                    memory 0 has at byte 16 a pointer to
//     memory
//   memory-0                          before the launch
//   memory-0.after                    after it, where the launch changed it
//
// The case file says what a run makes of it:
//
//   launch /tmp/capture/launch-12-1
//   cubin /tmp/work/original.cubin    on a GPU
//   kernel _Z5scalePfi                in that cubin
//   timing /tmp/work/timing.cubin     of TimingKernels.h, for times
//   shared 2048                       dynamic bytes of this version
//   memory 0 A float exact            name, elements; or: near 1e-3 1e-3
//   program 0 1e-3 1e-3               may be so far from what the program got
//   variable 1 table                  its name in that cubin
//   poison 0                          it is only written: begin with other
//   bytes
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_HARNESS_LAUNCHFILE_H
#define CUDAPIPE_HARNESS_LAUNCHFILE_H

#include "CaseFile.h"

#include <cstring>
#include <vector>

namespace cudapipe {

/// One allocation of the program, or variable of the kernel's module.
struct RecordedMemory {
  std::string Name, Element = "bytes", Variable;
  uint64_t Address = 0;
  std::vector<unsigned char> Before, After;
  std::vector<size_t> Pointers;
  bool IsPoisoned = false; ///< Of this run: it begins with none of it.
  // Of these, the tolerance counts: to the other version, to the program.
  BufferWish Wish, Program;

  bool contains(uint64_t Word) const { return Word - Address < Before.size(); }
};

struct RecordedArgument {
  size_t Offset = 0;
  std::vector<unsigned char> Value;
};

struct LaunchFile {
  std::string Cubin, Kernel, TimingCubin;
  unsigned Grid[3] = {1, 1, 1}, Block[3] = {1, 1, 1}, Cluster[3] = {1, 1, 1};
  bool IsCooperative = false;
  size_t Shared = 0;
  std::vector<RecordedArgument> Arguments;
  std::vector<RecordedMemory> Memories;

  RecordedMemory *find(uint64_t Word) {
    for (RecordedMemory &M : Memories)
      if (M.contains(Word))
        return &M;
    return nullptr;
  }
};

inline std::vector<unsigned char> readBytes(const std::string &Path,
                                            size_t Size) {
  std::vector<unsigned char> Bytes(Size);
  std::ifstream File(Path, std::ios::binary);
  File.read(reinterpret_cast<char *>(Bytes.data()),
            static_cast<std::streamsize>(Size));
  if (!File)
    badCaseFile("cannot read '" + Path + "'");
  return Bytes;
}

inline RecordedArgument readArgument(std::istringstream &Words) {
  RecordedArgument Out;
  size_t Size = 0;
  std::string Hex;
  Words >> Out.Offset >> Size >> Hex;
  for (size_t I = 0; I + 1 < Hex.size(); I += 2)
    Out.Value.push_back(
        static_cast<unsigned char>(std::stoul(Hex.substr(I, 2), nullptr, 16)));
  if (Out.Value.size() != Size)
    badCaseFile("an argument has not as many bytes as it says");
  return Out;
}

/// Of launch.txt, without the memories' contents.
inline void readLaunchLine(LaunchFile &Out, const std::string &Folder,
                           const std::string &Line) {
  std::istringstream Words(Line);
  std::string Key, Word;
  Words >> Key;
  size_t Index = 0;
  auto Memory = [&]() -> RecordedMemory & {
    Words >> Index;
    if (!Words || Index >= Out.Memories.size())
      badCaseFile("no such memory: '" + Line + "'");
    return Out.Memories[Index];
  };
  if (Key == "kernel")
    Words >> Out.Kernel;
  else if (Key == "grid")
    Words >> Out.Grid[0] >> Out.Grid[1] >> Out.Grid[2];
  else if (Key == "block")
    Words >> Out.Block[0] >> Out.Block[1] >> Out.Block[2];
  else if (Key == "cluster")
    Words >> Out.Cluster[0] >> Out.Cluster[1] >> Out.Cluster[2];
  else if (Key == "cooperative")
    Words >> Out.IsCooperative;
  else if (Key == "shared")
    Words >> Out.Shared;
  else if (Key == "argument")
    Out.Arguments.push_back(readArgument(Words));
  else if (Key == "variable")
    Words >> (Memory().Variable);
  else if (Key == "pointer") {
    RecordedMemory &M = Memory();
    Words >> Index;
    if (Index + 8 > M.Before.size())
      badCaseFile("a pointer behind the end of its memory: '" + Line + "'");
    M.Pointers.push_back(Index);
  } else if (Key == "memory") {
    RecordedMemory New;
    size_t Size = 0;
    Words >> Index >> std::hex >> New.Address >> std::dec >> Size >> Word;
    if (!Words || Index != Out.Memories.size())
      badCaseFile("memories are numbered from 0 on: '" + Line + "'");
    const std::string Path = Folder + "/memory-" + std::to_string(Index);
    New.Name = "memory-" + std::to_string(Index);
    New.Before = readBytes(Path, Size);
    New.After =
        Word == "changed" ? readBytes(Path + ".after", Size) : New.Before;
    Out.Memories.push_back(std::move(New));
  } else
    return; // For people, or of a later version.
  if (!Words)
    badCaseFile("incomplete line '" + Line + "'");
}

inline void readCaseLine(LaunchFile &Out, const std::string &Line) {
  std::istringstream Words(Line);
  std::string Key, Near;
  size_t Index = 0;
  Words >> Key;
  if (Key == "cubin")
    Out.Cubin = Line.substr(6);
  else if (Key == "timing")
    Out.TimingCubin = Line.substr(7);
  else if (Key == "kernel")
    Words >> Out.Kernel;
  else if (Key == "shared")
    Words >> Out.Shared;
  else if (Key == "memory" || Key == "variable" || Key == "program" ||
           Key == "poison") {
    Words >> Index;
    if (!Words || Index >= Out.Memories.size())
      badCaseFile("no such memory: '" + Line + "'");
    RecordedMemory &M = Out.Memories[Index];
    M.IsPoisoned |= Key == "poison";
    if (Key == "poison")
      return;
    if (Key == "variable") {
      Words >> M.Variable;
      return;
    }
    if (Key == "program") {
      M.Program.IsExact = false;
      Words >> M.Program.Absolute >> M.Program.Relative;
      return;
    }
    Words >> M.Name >> M.Element >> Near;
    M.Wish.IsExact = Near != "near";
    if (!M.Wish.IsExact)
      Words >> M.Wish.Absolute >> M.Wish.Relative;
  } else if (Key != "launch" && Key[0] != '#')
    badCaseFile("unknown line '" + Line + "'");
  if (!Words)
    badCaseFile("incomplete line '" + Line + "'");
}

/// Reads the case file at \p Path and the launch that it names.
inline LaunchFile readLaunch(const std::string &Path) {
  std::ifstream File(Path);
  std::string Line;
  if (!std::getline(File, Line) || Line.compare(0, 7, "launch ") != 0)
    badCaseFile("'" + Path + "' names no launch");
  const std::string Folder = Line.substr(7);
  std::ifstream Launch(Folder + "/launch.txt");
  if (!std::getline(Launch, Line) || Line != "cudapipe-launch 1")
    badCaseFile("'" + Folder + "' holds no launch of a version that we know");
  LaunchFile Out;
  while (std::getline(Launch, Line))
    readLaunchLine(Out, Folder, Line);
  while (std::getline(File, Line))
    readCaseLine(Out, Line);
  return Out;
}

} // namespace cudapipe

#endif
