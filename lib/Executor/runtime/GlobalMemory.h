//===- GlobalMemory.h - Buffers with shadows and guard zones ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers are cut from one reserved range of addresses, so that "is this
// global memory" is one comparison.  Each starts on its own page; a gap of
// unmapped pages follows, and whatever lies in the gap is out of bounds.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_GLOBALMEMORY_H
#define CUDAPIPE_EXECUTOR_GLOBALMEMORY_H

#include "Access.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <sys/mman.h>
#include <vector>

extern "C" char __data_start[], _end[];

namespace cudapipe::executor {

struct GlobalBuffer {
  std::string Name;
  uintptr_t Start = 0;
  size_t Size = 0;
  ByteShadow *Shadow = nullptr;
};

class GlobalMemory {
public:
  GlobalMemory();

  char *allocate(size_t Bytes, const char *Name);
  void release(uintptr_t Start);

  bool contains(uintptr_t Address) const { return Address - Base < Reserved; }
  /// The buffer on whose pages \p Address lies, or null.
  GlobalBuffer *find(uintptr_t Address) {
    unsigned Owner = contains(Address) ? Owners[(Address - Base) / Page] : 0;
    return Owner ? &Buffers[Owner] : nullptr;
  }
  /// Whether the bytes may be read by a copy: inside one buffer, or a
  /// `__device__` variable of the program.
  bool isReadable(uintptr_t Address, size_t Bytes) {
    if (GlobalBuffer *B = find(Address))
      return Address - B->Start + Bytes <= B->Size;
    return Address >= reinterpret_cast<uintptr_t>(__data_start) &&
           Address + Bytes <= reinterpret_cast<uintptr_t>(_end);
  }
  std::string describe(uintptr_t Address);

private:
  static constexpr size_t Page = 4096;
  static constexpr size_t Gap = 64 * Page;
  static constexpr size_t Reserved = size_t(4) << 30;

  static size_t roundUp(size_t Bytes) {
    return (Bytes + Page) / Page * Page; // At least one byte of slack.
  }

  uintptr_t Base = 0;
  uintptr_t Next = 0;
  unsigned Live = 0;
  std::vector<uint16_t> Owners;
  std::vector<GlobalBuffer> Buffers{1};
};

inline GlobalMemory::GlobalMemory() {
  void *Memory = mmap(nullptr, Reserved, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Memory == MAP_FAILED) {
    std::perror("cudapipe-executor: cannot reserve global memory");
    std::exit(2);
  }
  Base = reinterpret_cast<uintptr_t>(Memory);
  Next = Base + Gap;
  Owners.resize(Reserved / Page);
}

inline char *GlobalMemory::allocate(size_t Bytes, const char *Name) {
  size_t Mapped = roundUp(Bytes);
  if (Next + Mapped + Gap > Base + Reserved || Buffers.size() > 65000) {
    std::fprintf(stderr, "cudapipe-executor: out of global memory\n");
    std::exit(2);
  }
  GlobalBuffer B;
  B.Name = Name ? Name : "buffer";
  B.Start = Next;
  B.Size = Bytes;
  B.Shadow = static_cast<ByteShadow *>(
      mmap(nullptr, (Bytes + 1) * sizeof(ByteShadow), PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  mprotect(reinterpret_cast<void *>(Next), Mapped, PROT_READ | PROT_WRITE);
  for (size_t P = 0; P < Mapped / Page; ++P)
    Owners[(Next - Base) / Page + P] = static_cast<uint16_t>(Buffers.size());
  Buffers.push_back(B);
  Next += Mapped + Gap;
  ++Live;
  return reinterpret_cast<char *>(B.Start);
}

inline void GlobalMemory::release(uintptr_t Start) {
  GlobalBuffer *B = find(Start);
  if (!B)
    return;
  size_t Mapped = roundUp(B->Size);
  munmap(B->Shadow, (B->Size + 1) * sizeof(ByteShadow));
  auto *Memory = reinterpret_cast<void *>(B->Start);
  madvise(Memory, Mapped, MADV_DONTNEED);
  mprotect(Memory, Mapped, PROT_NONE);
  for (size_t P = 0; P < Mapped / Page; ++P)
    Owners[(Start - Base) / Page + P] = 0;
  if (--Live == 0) {
    Next = Base + Gap;
    Buffers.resize(1);
  }
}

inline std::string GlobalMemory::describe(uintptr_t Address) {
  if (GlobalBuffer *B = find(Address))
    return B->Name + "+" + std::to_string(Address - B->Start) + " (of " +
           std::to_string(B->Size) + " bytes)";
  // Name the closest buffer below: most overruns start there.
  GlobalBuffer *Closest = nullptr;
  for (GlobalBuffer &B : Buffers)
    if (B.Shadow && B.Start <= Address && Owners[(B.Start - Base) / Page] &&
        (!Closest || Closest->Start < B.Start))
      Closest = &B;
  if (!Closest)
    return "unallocated global memory";
  return Closest->Name + "+" + std::to_string(Address - Closest->Start) +
         " (of " + std::to_string(Closest->Size) + " bytes)";
}

} // namespace cudapipe::executor

#endif
