//===- TimedLaunches.h - Launches whose times can be believed ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Around every launch that is timed, outside of its time:
//
//   restore what it writes | cache: warm or cold | hold | LAUNCH | sum up
//
// What it writes is poisoned, or as it was, and must then be what the launches
// gave that were compared. Lines that somebody asked to stay in the L2 cache
// are let go. Warm: what it reads has just been read. Cold: twice the cache has
// been written and read.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_HARNESS_TIMEDLAUNCHES_H
#define CUDAPIPE_HARNESS_TIMEDLAUNCHES_H

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace cudapipe {

/// Memory of the launch, on the device.
struct TimedMemory {
  std::string Name;
  char *At;
  size_t Bytes;
  bool IsInput; ///< Only read.
  /// What it holds before a launch; none: poison between two canaries.
  char *Fresh;
  size_t Guard; ///< Of each canary.
};

/// The GPU that launches are timed on.
struct TimedGpu {
  std::string Name;
  int Multiprocessors = 0, ClockMHz = 0;
  double DramGBytes = 0; ///< A second.
  size_t L2Bytes = 0;
};

/// \p Gpu calls CUDA: by its runtime (GpuTiming.h), or the driver.
template <typename Gpu> class TimedLaunches {
public:
  explicit TimedLaunches(Gpu &Cuda) : Cuda(Cuda), Device(Cuda.describe()) {}
  TimedLaunches(const TimedLaunches &) = delete;
  ~TimedLaunches() {
    Cuda.release(reinterpret_cast<char *>(Sums));
    Cuda.release(Emptier);
  }

  void add(TimedMemory New) { Memories.push_back(std::move(New)); }

  /// What the memory holds now is right after each launch.
  void expect() {
    if (!Sums)
      Sums = reinterpret_cast<uint64_t *>(Cuda.allocate(sumBytes()));
    clearSums();
    for (size_t I = 0; I < Memories.size(); ++I)
      sum(I, Sums + I);
    Expected = readSums();
    Wrong.assign(Memories.size(), 0);
  }

  /// A line of JSON: \p Warm and \p Cold samples. A sample of a short launch is
  /// the mean of several.
  template <typename Launch>
  void measure(unsigned Warm, unsigned Cold, Launch &&Go) {
    Launches = 0;
    std::fill(Wrong.begin(), Wrong.end(), 0);
    one(false, Go);
    const float Once = one(false, Go);
    const unsigned Together =
        Once >= 0.5f
            ? 1
            : static_cast<unsigned>(std::min(0.5f / (Once + 0.01f), 9.0f)) + 1;
    std::printf("{\"milliseconds\": ");
    samples(Warm, Together, false, Go);
    std::printf(", \"cold\": ");
    samples(Cold, std::min(Together, 3u), true, Go);
    compare(true);
    std::printf(", \"launches\": %u, \"wrong\": {", Launches);
    const char *Comma = "";
    for (size_t I = 0; I < Memories.size(); ++I)
      if (Wrong[I]) {
        std::printf("%s\"%s\": %u", Comma, Memories[I].Name.c_str(), Wrong[I]);
        Comma = ", ";
      }
    std::printf("}, \"gpu\": {\"name\": \"%s\", \"sms\": %d, "
                "\"clock_mhz\": %d, \"dram_gbytes\": %.0f, \"l2_bytes\": "
                "%zu}}\n",
                Device.Name.c_str(), Device.Multiprocessors, Device.ClockMHz,
                Device.DramGBytes, Device.L2Bytes);
  }

private:
  static constexpr unsigned char Canary = 0xa5, Poison = 0xcd;

  // One for each memory; and one that nobody looks at.
  uint64_t *unseen() const { return Sums + Memories.size(); }
  size_t sumBytes() const { return (Memories.size() + 1) * 8; }
  void clearSums() { Cuda.fill(reinterpret_cast<char *>(Sums), 0, sumBytes()); }
  void sum(size_t I, uint64_t *Into) {
    Cuda.sum(Memories[I].At, Memories[I].Bytes, Into);
  }
  std::vector<uint64_t> readSums() {
    std::vector<uint64_t> Values(sumBytes() / 8);
    Cuda.download(Values.data(), reinterpret_cast<char *>(Sums), sumBytes());
    return Values;
  }

  void restore(const TimedMemory &M) {
    if (M.IsInput)
      return;
    if (M.Fresh) {
      Cuda.copy(M.At, M.Fresh, M.Bytes);
      return;
    }
    Cuda.fill(M.At, Canary, M.Bytes);
    Cuda.fill(M.At + M.Guard, Poison, M.Bytes - 2 * M.Guard);
  }

  void emptyCache() {
    const size_t Bytes = 2 * Device.L2Bytes;
    if (!Emptier)
      Emptier = Cuda.allocate(Bytes);
    Cuda.fill(Emptier, 0, Bytes);
    // Read, too: or what was written has to leave while a launch is timed.
    Cuda.sum(Emptier, Bytes, unseen());
  }

  template <typename Launch> float one(bool IsCold, Launch &&Go) {
    for (const TimedMemory &M : Memories)
      restore(M);
    Cuda.resetPersisting();
    if (IsCold)
      emptyCache();
    for (size_t I = 0; I < Memories.size(); ++I)
      if (!IsCold && (Memories[I].IsInput || Memories[I].Fresh))
        sum(I, unseen());
    Cuda.hold();
    const float Time = Cuda.milliseconds(Go);
    ++Launches;
    compare(false);
    return Time;
  }

  /// Counts what is not as expected: of inputs, or of the others.
  void compare(bool AreInputs) {
    clearSums();
    for (size_t I = 0; I < Memories.size(); ++I)
      if (Memories[I].IsInput == AreInputs)
        sum(I, Sums + I);
    const std::vector<uint64_t> Now = readSums();
    for (size_t I = 0; I < Memories.size(); ++I)
      Wrong[I] += Memories[I].IsInput == AreInputs && Now[I] != Expected[I];
  }

  template <typename Launch>
  void samples(unsigned Count, unsigned Together, bool IsCold, Launch &&Go) {
    std::printf("[");
    for (unsigned I = 0; I < Count; ++I) {
      double Time = 0;
      for (unsigned J = 0; J < Together; ++J)
        Time += static_cast<double>(one(IsCold, Go));
      std::printf("%s%.6f", I ? ", " : "", Time / Together);
    }
    std::printf("]");
  }

  Gpu &Cuda;
  TimedGpu Device;
  std::vector<TimedMemory> Memories;
  std::vector<uint64_t> Expected;
  std::vector<unsigned> Wrong; ///< Launches.
  uint64_t *Sums = nullptr;    ///< On the device.
  char *Emptier = nullptr;
  unsigned Launches = 0;
};

} // namespace cudapipe

#endif
