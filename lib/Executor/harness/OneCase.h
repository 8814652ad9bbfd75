//===- OneCase.h - Runs a kernel on one set of data -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   PROGRAM CASE.txt [--repeat=N] [--write=FOLDER] [--expect=FOLDER]
//                    [--launches=N] [--cold=N] [--serve]
//
// Fills the buffers, launches, and prints a line of JSON for each buffer: a
// hash, and how it differs from what --write has left in the folder of another
// program. Each repetition starts from the same contents. --launches and --cold
// print so many times, of launches that give what the last repetition gave
// (TimedLaunches.h). --serve reads two such numbers a line, and answers each
// line with one: several programs are timed in turn.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_HARNESS_ONECASE_H
#define CUDAPIPE_HARNESS_ONECASE_H

#include "Elements.h"
#include "Trips.h"

#include <iostream>
#include <tuple>
#include <utility>

namespace cudapipe {

/// The types of a kernel's parameters.
template <typename Function> struct Parameters;
template <typename... P> struct Parameters<void (*)(P...)> {
  template <size_t I>
  using At = typename std::decay<decltype(std::get<I>(
      std::declval<std::tuple<P...>>()))>::type;
};

/// What the command line asks of a run.
struct RunWish {
  unsigned Repeat = 1, Launches = 0, Cold = 0;
  bool Serve = false;
  std::string Write, Expect;
};

/// Times the launches of a case: of GpuTiming.h, or CpuDevice.h.
class Timing;

class OneCase {
public:
  OneCase(CaseFile File, RunWish Wish)
      : File(std::move(File)), Wish(std::move(Wish)) {}

  template <typename T> T *buffer(const std::string &Name);
  template <typename T> T scalar(const std::string &Name) const;
  dim3 grid() const { return {File.Grid[0], File.Grid[1], File.Grid[2]}; }
  dim3 block() const { return {File.Block[0], File.Block[1], File.Block[2]}; }
  size_t shared() const { return File.Shared; }
  template <typename Launch, typename Timer = Timing> void run(Launch &&Go);
  /// Calls the user's reference, if the case asks for it, on copies that host()
  /// leads to.
  template <typename Function> void reference(Function &&Go);
  template <typename T> T *host(const std::string &Name);

private:
  static constexpr unsigned char Canary = 0xa5, Poison = 0xcd;

  using Bytes = std::vector<unsigned char>;
  struct Live {
    std::string Name;
    BufferWish Wish;
    Bytes Start;     ///< What is in it before a launch.
    Bytes Reference; ///< What the reference makes of it; or nothing.
    char *At;        ///< Of the canary in front.
    Differences (*Compare)(const Bytes &, const Bytes &, const BufferWish &);
    uint64_t Hash = 0;
    size_t Differing = 0; ///< Repetitions with other bits than the first.
  };

  [[noreturn]] static void fail(const std::string &What) {
    std::fflush(stdout);
    std::fprintf(stderr, "cudapipe-harness: %s\n", What.c_str());
    std::exit(3);
  }
  void upload(const Live &B) const;
  Bytes fetch(const Live &B) const;
  void report(Live &B, const Bytes &Now) const;
  template <typename Timer, typename Launch> void time(Launch &&Go);

  CaseFile File;
  RunWish Wish;
  std::vector<Live> Buffers;
};

template <typename T> T *OneCase::buffer(const std::string &Name) {
  auto It = File.Buffers.find(Name);
  if (It == File.Buffers.end())
    badCaseFile("no buffer '" + Name + "'");
  Live New{Name, It->second, {}, {}, nullptr, Elements<T>::compare};
  New.Start.assign(New.Wish.Count * sizeof(T), Poison);
  // As many streams as buffers: their order is that of the parameters.
  if (New.Wish.Role != "output")
    Elements<T>::fill(New.Start, New.Wish,
                      (File.Seed << 16) + Buffers.size() + 1);
  New.At = Device::allocate(New.Start.size() + 2 * Device::CanaryBytes, Name);
  char *Data = New.At + Device::CanaryBytes;
  Buffers.push_back(std::move(New));
  return reinterpret_cast<T *>(Data);
}

template <typename T> T OneCase::scalar(const std::string &Name) const {
  auto It = File.Scalars.find(Name);
  if (It == File.Scalars.end())
    badCaseFile("no scalar '" + Name + "'");
  const char *Text = It->second.c_str();
  if constexpr (std::is_pointer<T>::value)
    return nullptr;
  else if constexpr (std::is_integral<T>::value || std::is_enum<T>::value)
    return static_cast<T>(std::strtoll(Text, nullptr, 10));
  else if constexpr (std::is_same<T, double>::value)
    return std::strtod(Text, nullptr);
  else
    return static_cast<T>(std::strtof(Text, nullptr));
}

inline void OneCase::upload(const Live &B) const {
  constexpr size_t Guard = Device::CanaryBytes;
  Bytes Image(B.Start.size() + 2 * Guard, Canary);
  std::copy(B.Start.begin(), B.Start.end(), Image.begin() + Guard);
  Device::upload(B.At, Image.data(), Image.size());
}

inline OneCase::Bytes OneCase::fetch(const Live &B) const {
  constexpr size_t Guard = Device::CanaryBytes;
  Bytes Image(B.Start.size() + 2 * Guard);
  Device::download(Image.data(), B.At, Image.size());
  for (size_t I = 0; I != Guard; ++I)
    if (Image[I] != Canary || Image[Guard + B.Start.size() + I] != Canary)
      fail("the kernel wrote outside of '" + B.Name + "'");
  return Bytes(Image.begin() + Guard, Image.end() - Guard);
}

inline uint64_t hashOf(const std::vector<unsigned char> &Bytes) {
  uint64_t Hash = 0xcbf29ce484222325ull; // FNV-1a, eight bytes at a time.
  size_t I = 0;
  for (; I + 8 <= Bytes.size(); I += 8) {
    uint64_t Word;
    std::memcpy(&Word, &Bytes[I], 8);
    Hash = (Hash ^ Word) * 0x100000001b3ull;
    Hash ^= Hash >> 29;
  }
  for (; I < Bytes.size(); ++I)
    Hash = (Hash ^ Bytes[I]) * 0x100000001b3ull;
  return Hash;
}

/// As many bytes a launch must have written, at least.
inline size_t changedBytes(const std::vector<unsigned char> &Before,
                           const std::vector<unsigned char> &After) {
  size_t Count = 0;
  for (size_t I = 0; I < Before.size(); ++I)
    Count += Before[I] != After[I];
  return Count;
}

/// Part of a line of JSON.
inline void printDifferences(const Differences &Off) {
  std::printf(", \"count\": %zu, \"bits\": %zu, \"beyond\": %zu, "
              "\"absolute\": \"%.3g\", \"relative\": \"%.3g\", \"first\": [",
              Off.Count, Off.Bits, Off.Beyond, Off.LargestAbsolute,
              Off.LargestRelative);
  const char *Comma = "";
  for (const Differences::Place &P : Off.First) {
    std::printf("%s[%zu, \"%s\", \"%s\"]", Comma, P.Index, P.Expected.c_str(),
                P.Actual.c_str());
    Comma = ", ";
  }
  std::printf("]");
}

template <typename Function> void OneCase::reference(Function &&Go) {
  bool IsAsked = false;
  for (Live &B : Buffers)
    IsAsked |= B.Wish.HasReference;
  if (!IsAsked)
    return;
  for (Live &B : Buffers)
    B.Reference = B.Start;
  Go();
}

template <typename T> T *OneCase::host(const std::string &Name) {
  for (Live &B : Buffers)
    if (B.Name == Name)
      return reinterpret_cast<T *>(B.Reference.data());
  badCaseFile("no buffer '" + Name + "'");
}

/// The line of one buffer after the first repetition.
inline void OneCase::report(Live &B, const Bytes &Now) const {
  std::printf("{\"buffer\": \"%s\", \"hash\": \"%016llx\", \"role\": \"%s\", "
              "\"changed\": %s, \"written\": %zu",
              B.Name.c_str(), static_cast<unsigned long long>(B.Hash),
              B.Wish.Role.c_str(), Now == B.Start ? "false" : "true",
              changedBytes(B.Start, Now));
  if (!Wish.Write.empty()) {
    std::ofstream Out(Wish.Write + "/" + B.Name, std::ios::binary);
    Out.write(reinterpret_cast<const char *>(Now.data()),
              static_cast<std::streamsize>(Now.size()));
    if (!Out.flush())
      fail("cannot write '" + Wish.Write + "/" + B.Name + "'");
  }
  if (!Wish.Expect.empty()) {
    std::ifstream In(Wish.Expect + "/" + B.Name, std::ios::binary);
    Bytes Expected(Now.size());
    In.read(reinterpret_cast<char *>(Expected.data()),
            static_cast<std::streamsize>(Expected.size()));
    if (!In)
      fail("cannot read '" + Wish.Expect + "/" + B.Name + "'");
    printDifferences(B.Compare(Expected, Now, B.Wish));
  }
  if (B.Wish.HasReference) {
    BufferWish Near = B.Wish;
    Near.IsExact = false;
    Near.Absolute = B.Wish.ReferenceAbsolute;
    Near.Relative = B.Wish.ReferenceRelative;
    std::printf(", \"reference\": {\"buffer\": \"%s\"", B.Name.c_str());
    printDifferences(B.Compare(B.Reference, Now, Near));
    std::printf("}");
  }
  std::printf("}\n");
}

template <typename Launch, typename Timer> void OneCase::run(Launch &&Go) {
  for (unsigned Round = 0; Round < Wish.Repeat; ++Round) {
    // On the CPU, another order of threads.
    Device::setSeed(File.Seed * 1000 + Round);
    for (const Live &B : Buffers)
      upload(B);
    Go();
    Device::finish();
    for (Live &B : Buffers) {
      Bytes Now = fetch(B);
      uint64_t Hash = hashOf(Now);
      if (Round == 0) {
        B.Hash = Hash;
        report(B, Now);
      } else if (Hash != B.Hash)
        ++B.Differing;
    }
  }
  for (const Live &B : Buffers)
    if (B.Differing)
      std::printf("{\"unsteady\": \"%s\", \"rounds\": %zu}\n", B.Name.c_str(),
                  B.Differing);
  if (Wish.Launches || Wish.Serve)
    time<Timer>(Go);
  for (const Live &B : Buffers)
    Device::release(B.At);
  printTrips();
  std::printf("{\"end\": true}\n");
}

/// With --serve, answers until the input ends.
template <typename Timer, typename Launch> void OneCase::time(Launch &&Go) {
  Timer Watch;
  for (const Live &B : Buffers)
    upload(B);
  for (const Live &B : Buffers)
    Watch.add(B.Name, B.At, B.Start.size() + 2 * Device::CanaryBytes,
              B.Wish.Role);
  Go();
  Device::finish();
  Watch.expect();
  for (Live &B : Buffers)
    if (Wish.Repeat && hashOf(fetch(B)) != B.Hash)
      fail("'" + B.Name + "' is not what earlier launches gave");
  if (Wish.Launches)
    Watch.measure(Wish.Launches, Wish.Cold, Go);
  if (!Wish.Serve)
    return;
  std::printf("{\"ready\": true}\n");
  std::fflush(stdout);
  for (std::string Line; std::getline(std::cin, Line);) {
    std::istringstream Words(Line);
    unsigned Warm = 0, Cold = 0;
    Words >> Warm >> Cold;
    Watch.measure(Warm, Cold, Go);
    std::fflush(stdout);
  }
}

/// Reads the command line; returns the case file's path.
inline std::string readFlags(int Argc, char **Argv, RunWish &Wish) {
  std::string Path;
  for (int I = 1; I < Argc; ++I) {
    std::string Flag = Argv[I];
    size_t Equals = Flag.find('=');
    std::string Value =
        Equals == std::string::npos ? "" : Flag.substr(Equals + 1);
    Flag = Flag.substr(0, Equals);
    if (Flag == "--repeat")
      Wish.Repeat = static_cast<unsigned>(std::atoi(Value.c_str()));
    else if (Flag == "--launches")
      Wish.Launches = static_cast<unsigned>(std::atoi(Value.c_str()));
    else if (Flag == "--cold")
      Wish.Cold = static_cast<unsigned>(std::atoi(Value.c_str()));
    else if (Flag == "--serve")
      Wish.Serve = true;
    else if (Flag == "--write")
      Wish.Write = Value;
    else if (Flag == "--expect")
      Wish.Expect = Value;
    else if (Path.empty())
      Path = Argv[I];
    else
      badCaseFile("unknown flag '" + Flag + "'");
  }
  return Path;
}

/// main() of a program with one case.
inline int runOneCase(int Argc, char **Argv, void (*Case)(OneCase &)) {
  RunWish Wish;
  std::string Path = readFlags(Argc, Argv, Wish);
  OneCase Data(readCaseFile(Path), Wish);
  Case(Data);
  return 0;
}

} // namespace cudapipe

#endif
