//===- Cases.h - The buffers and results of a driver ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A case is: make buffers, launch, check().  check() prints one line with a
// hash of every buffer, inputs included (a stray write must show), and frees
// them.  Nothing is compared here: two programs' lines are.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_HARNESS_CASES_H
#define CUDAPIPE_HARNESS_CASES_H

#include "RandomData.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace cudapipe {

/// Device memory as a driver sees it; converts to the kernel's pointer.
template <typename T> class Buffer {
public:
  Buffer(T *Data, size_t Size) : Data(Data), Size(Size) {}
  operator T *() const { return Data; }
  T *ptr() const { return Data; }
  size_t size() const { return Size; }

private:
  T *Data;
  size_t Size;
};

/// CUDAPIPE_INFINITE=1: some elements are infinite, so that what is multiplied
/// with a zero behind the edge shows.
inline bool hasInfinities() {
  static const bool Has = std::getenv("CUDAPIPE_INFINITE");
  return Has;
}

class Cases {
public:
  Cases(uint64_t Seed, unsigned Repetitions)
      : Seed(Seed), Repetitions(Repetitions), Data(Seed) {}

  /// Random contents.
  template <typename T> Buffer<T> input(size_t Size, const char *Name = "in") {
    using Scalar = typename ScalarOf<T>::type;
    std::vector<T> Values(Size);
    auto *Scalars = reinterpret_cast<Scalar *>(Values.data());
    for (size_t I = 0; I < Size * sizeof(T) / sizeof(Scalar); ++I)
      Scalars[I] = Data.value<Scalar>();
    if constexpr (!std::is_integral<Scalar>::value)
      for (size_t I = 0; hasInfinities() && I < Size; ++I)
        if (Data.integer(0, 30) == 0)
          Scalars[I] = static_cast<Scalar>(HUGE_VALF);
    return input(Values, Name);
  }
  /// These contents.
  template <typename T>
  Buffer<T> input(const std::vector<T> &Values, const char *Name = "in") {
    return {reinterpret_cast<T *>(add(Values.data(), Values.size() * sizeof(T),
                                      alignof(T), Name)),
            Values.size()};
  }
  /// Poisoned: what the kernel does not write stays poison.
  template <typename T>
  Buffer<T> output(size_t Size, const char *Name = "out") {
    std::vector<unsigned char> Poison(Size * sizeof(T), 0xcd);
    return {reinterpret_cast<T *>(
                add(Poison.data(), Poison.size(), alignof(T), Name)),
            Size};
  }
  /// Random contents that the kernel reads and updates.
  template <typename T>
  Buffer<T> inout(size_t Size, const char *Name = "inout") {
    return input<T>(Size, Name);
  }

  /// Copies a buffer back, for drivers that also check against a reference.
  template <typename T> std::vector<T> read(const Buffer<T> &B) {
    std::vector<T> Values(B.size());
    Device::download(Values.data(), reinterpret_cast<const char *>(B.ptr()),
                     B.size() * sizeof(T));
    return Values;
  }
  /// A reproducible number in [Low, High].
  int integer(int Low, int High) { return Data.integer(Low, High); }
  uint64_t seed() const { return Seed; }

  /// For drivers that check against a reference: ends the program if not.
  void require(bool Condition, const std::string &What) {
    if (Condition)
      return;
    std::fflush(stdout);
    std::fprintf(stderr, "cudapipe-harness: not so: %s\n", What.c_str());
    std::exit(3);
  }

  /// For kernels that read shared elements nobody wrote and drop the result.
  void allowUninitializedShared() { Device::allowUninitializedShared(); }

  /// Ends a case.
  void check(const std::string &Label);
  /// Ends a timing: prints the median of the repetitions.
  template <typename Launch> void time(const std::string &Label, Launch &&Run) {
    double Median = Device::medianMilliseconds(Repetitions, Run);
    std::printf("time %s: %.4f ms\n", Label.c_str(), Median);
    releaseAll();
  }
  /// Also writes the buffers of case \p Label to files FILE.NAME.
  void dumpCase(const std::string &Label, const std::string &File) {
    DumpLabel = Label;
    DumpFile = File;
  }

private:
  static constexpr unsigned char Canary = 0xa5;

  struct Allocation {
    std::string Name;
    char *Start; ///< Of the canary before the data.
    size_t Bytes;
    size_t Before; ///< Bytes of that canary.
  };

  char *add(const void *Contents, size_t Bytes, size_t Alignment,
            const char *Name);
  std::vector<unsigned char> fetch(const Allocation &A);
  void releaseAll();

  uint64_t Seed;
  unsigned Repetitions;
  RandomData Data;
  std::vector<Allocation> Live;
  std::string DumpLabel, DumpFile;
};

/// CUDAPIPE_MISALIGN=N: buffer N of each case has no more than the alignment of
/// its elements, so that kernels must do without wide copies of it.
inline bool isMisaligned(size_t Index) {
  const char *Number = std::getenv("CUDAPIPE_MISALIGN");
  return Number && size_t(std::atoi(Number)) == Index + 1;
}

inline char *Cases::add(const void *Contents, size_t Bytes, size_t Alignment,
                        const char *Name) {
  // "in0", "in1", "out2": names need only be unique within a case.
  std::string Unique = Name + std::to_string(Live.size());
  size_t Before =
      Device::CanaryBytes + (isMisaligned(Live.size()) ? Alignment : 0);
  std::vector<unsigned char> Image(Before + Bytes + Device::CanaryBytes,
                                   Canary);
  if (Bytes)
    std::copy_n(static_cast<const unsigned char *>(Contents), Bytes,
                Image.begin() + Before);
  char *Start = Device::allocate(Image.size(), Unique);
  Device::upload(Start, Image.data(), Image.size());
  Live.push_back({Unique, Start, Bytes, Before});
  return Start + Before;
}

/// The data; the program ends if a canary has died.
inline std::vector<unsigned char> Cases::fetch(const Allocation &A) {
  const size_t End = A.Before + A.Bytes;
  std::vector<unsigned char> Image(End + Device::CanaryBytes);
  Device::download(Image.data(), A.Start, Image.size());
  for (size_t I = 0; I != Image.size(); ++I)
    if ((I < A.Before || I >= End) && Image[I] != Canary) {
      std::fflush(stdout);
      std::fprintf(stderr,
                   "cudapipe-harness: a kernel wrote outside of buffer %s\n",
                   A.Name.c_str());
      std::exit(3);
    }
  return std::vector<unsigned char>(Image.begin() + A.Before,
                                    Image.begin() + End);
}

inline void Cases::check(const std::string &Label) {
  std::string Line =
      "case \"" + Label + "\" seed " + std::to_string(Seed) + ":";
  for (const Allocation &A : Live) {
    std::vector<unsigned char> Bytes = fetch(A);
    uint64_t Hash = 0xcbf29ce484222325ull; // FNV-1a
    for (unsigned char Byte : Bytes)
      Hash = (Hash ^ Byte) * 0x100000001b3ull;
    char Text[32];
    std::snprintf(Text, sizeof(Text), "=%016llx",
                  static_cast<unsigned long long>(Hash));
    Line += " " + A.Name + Text;
    if (!DumpFile.empty() && Label == DumpLabel)
      if (FILE *Out = std::fopen((DumpFile + "." + A.Name).c_str(), "wb")) {
        std::fwrite(Bytes.data(), 1, Bytes.size(), Out);
        std::fclose(Out);
      }
  }
  std::printf("%s\n", Line.c_str());
  std::fflush(stdout);
  releaseAll();
}

inline void Cases::releaseAll() {
  for (const Allocation &A : Live)
    Device::release(A.Start);
  Live.clear();
}

} // namespace cudapipe

#endif
