//===- Replay.h - A recorded launch, done again -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   PROGRAM CASE.txt [--repeat=N] [--write=FOLDER] [--expect=FOLDER]
//                    [--launches=N] [--cold=N]
//
// As OneCase.h, but for where the data comes from (LaunchFile.h). Of each
// memory it also says how far it is from what the program itself got.
//
// Memory may have to lie elsewhere than in the program. Then words of
// arguments, and those words of memory that were pointers, are moved along, and
// moved back before anything is compared.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_HARNESS_REPLAY_H
#define CUDAPIPE_HARNESS_REPLAY_H

#include "LaunchFile.h"
#include "OneCase.h"

namespace cudapipe {

/// Compares contents as elements of a type that is known by name.
inline Differences compareAs(const std::string &Element,
                             const std::vector<unsigned char> &Expected,
                             const std::vector<unsigned char> &Actual,
                             const BufferWish &Wish) {
  using Function =
      Differences (*)(const std::vector<unsigned char> &,
                      const std::vector<unsigned char> &, const BufferWish &);
  static const std::map<std::string, Function> Known = {
      {"float", Elements<float>::compare},
      {"double", Elements<double>::compare},
      {"half", Elements<__half>::compare},
      {"bfloat16", Elements<__nv_bfloat16>::compare},
      {"int8", Elements<int8_t>::compare},
      {"int16", Elements<int16_t>::compare},
      {"int32", Elements<int32_t>::compare},
      {"int64", Elements<int64_t>::compare},
      {"uint16", Elements<uint16_t>::compare},
      {"uint32", Elements<uint32_t>::compare},
      {"uint64", Elements<uint64_t>::compare}};
  auto It = Known.find(Element);
  Function Compare =
      It == Known.end() ? Elements<uint8_t>::compare : It->second;
  Differences Out = Compare(Expected, Actual, Wish);
  // Bytes behind the last whole element.
  if (!Out.Bits && Expected != Actual) {
    Out.Count = Expected.size();
    Out.Bits = Out.Beyond = 1;
  }
  return Out;
}

/// What the devices have in common: the launch, its memories in this process.
class Replay {
public:
  Replay(LaunchFile File, RunWish Wish)
      : File(std::move(File)), Wish(std::move(Wish)),
        Now(this->File.Memories.size(), 0), First(Now.size(), 0),
        Differing(Now.size(), 0) {}

  LaunchFile File;
  RunWish Wish;
  /// Where each memory lies in this process.
  std::vector<uint64_t> Now;

  /// The word as it must be in this process.
  uint64_t moved(uint64_t Word) {
    RecordedMemory *M = File.find(Word);
    return M ? Now[static_cast<size_t>(M - File.Memories.data())] +
                   (Word - M->Address)
             : Word;
  }
  /// Moves the words at \p Places, or all that are aligned.
  void move(std::vector<unsigned char> &Data,
            const std::vector<size_t> *Places) {
    auto One = [&](size_t At) {
      uint64_t Word;
      std::memcpy(&Word, &Data[At], 8);
      Word = moved(Word);
      std::memcpy(&Data[At], &Word, 8);
    };
    if (Places)
      for (size_t At : *Places)
        One(At);
    else
      for (size_t At = 0; At + 8 <= Data.size(); At += 8)
        One(At);
  }
  /// What memory \p I holds before a launch.
  std::vector<unsigned char> start(size_t I) {
    std::vector<unsigned char> Data = File.Memories[I].Before;
    move(Data, &File.Memories[I].Pointers);
    if (File.Memories[I].IsPoisoned)
      std::fill(Data.begin(), Data.end(), Poison);
    return Data;
  }
  /// Gives pointers that the kernel left alone their old values.
  void restore(size_t I, std::vector<unsigned char> &Data) {
    const RecordedMemory &M = File.Memories[I];
    for (size_t At : M.Pointers) {
      uint64_t Old, Word;
      std::memcpy(&Old, &M.Before[At], 8);
      std::memcpy(&Word, &Data[At], 8);
      if (Word == moved(Old))
        std::memcpy(&Data[At], &Old, 8);
    }
  }
  /// After round \p Round of memory \p I.
  void look(size_t I, unsigned Round, std::vector<unsigned char> Data) {
    restore(I, Data);
    uint64_t Hash = hashOf(Data);
    if (Round == 0) {
      First[I] = Hash;
      report(I, Data);
    } else if (Hash != First[I])
      ++Differing[I];
  }
  void end() {
    for (size_t I = 0; I < Now.size(); ++I)
      if (Differing[I])
        std::printf("{\"unsteady\": \"%s\", \"rounds\": %zu}\n",
                    File.Memories[I].Name.c_str(), Differing[I]);
  }
  [[noreturn]] static void fail(const std::string &What) {
    std::fflush(stdout);
    std::fprintf(stderr, "cudapipe-harness: %s\n", What.c_str());
    std::exit(3);
  }
  static void printTimes(const std::vector<float> &Times) {
    std::printf("{\"milliseconds\": [");
    for (size_t I = 0; I < Times.size(); ++I)
      std::printf("%s%.6f", I ? ", " : "", static_cast<double>(Times[I]));
    std::printf("]}\n");
  }

private:
  static constexpr unsigned char Poison = 0xcd;

  void report(size_t I, const std::vector<unsigned char> &Data) const;

  std::vector<uint64_t> First;
  std::vector<size_t> Differing;
};

/// A line of JSON.
inline void Replay::report(size_t I,
                           const std::vector<unsigned char> &Data) const {
  const RecordedMemory &M = File.Memories[I];
  Differences Program = compareAs(M.Element, M.After, Data, M.Program);
  const size_t Written =
      M.IsPoisoned
          ? changedBytes(std::vector<unsigned char>(Data.size(), Poison), Data)
          : changedBytes(M.Before, Data);
  std::printf("{\"buffer\": \"%s\", \"hash\": \"%016llx\", \"role\": \"inout\","
              " \"changed\": %s, \"written\": %zu, \"values\": %zu, "
              "\"program\": %zu",
              M.Name.c_str(), static_cast<unsigned long long>(First[I]),
              Written ? "true" : "false", Written, Program.Count,
              Program.Beyond);
  if (!Wish.Write.empty()) {
    std::ofstream Out(Wish.Write + "/" + M.Name, std::ios::binary);
    Out.write(reinterpret_cast<const char *>(Data.data()),
              static_cast<std::streamsize>(Data.size()));
    if (!Out.flush())
      fail("cannot write '" + Wish.Write + "/" + M.Name + "'");
  }
  if (!Wish.Expect.empty()) {
    std::vector<unsigned char> Expected =
        readBytes(Wish.Expect + "/" + M.Name, Data.size());
    printDifferences(compareAs(M.Element, Expected, Data, M.Wish));
  }
  std::printf("}\n");
}

} // namespace cudapipe

#endif
