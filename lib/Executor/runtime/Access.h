//===- Access.h - Who touched a byte, and when ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Time has two hands.  The *epoch* moves at every block barrier (and block):
// accesses of different epochs are ordered.  Within an epoch each thread has a
// *clock* that moves when it releases something (__syncwarp, an arrival at a
// phase barrier), and a view of the others' clocks: what it has acquired.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_ACCESS_H
#define CUDAPIPE_EXECUTOR_ACCESS_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace cudapipe::executor {

struct Access {
  uint32_t Epoch = 0; ///< 0: never.
  uint16_t Thread = 0;
  uint16_t Clock = 0;
  uint32_t Place = 0; ///< Return address; the program is not relocated.
  bool Atomic = false;
};

/// What the executor remembers about one byte of memory.
struct ByteShadow {
  Access Write;
  Access Reads[2];   ///< Two different threads are enough to accuse any writer.
  uint32_t Copy = 0; ///< The copy in flight to this byte, as index + 1.
  /// Products in flight that read it, and where the last was issued.
  uint32_t Products = 0, ProductPlace = 0;
};

/// What one thread knows of the others' clocks in the current epoch.
class ClockView {
public:
  /// The clock of \p Thread up to which its accesses happened before.
  uint16_t of(unsigned Thread, uint32_t Epoch) const {
    return Epoch == ValidIn && Thread < Seen.size() ? Seen[Thread] : 0;
  }
  void see(unsigned Thread, uint16_t Clock, uint32_t Epoch) {
    enter(Epoch);
    if (Seen.size() <= Thread)
      Seen.resize(Thread + 1, 0);
    Seen[Thread] = std::max(Seen[Thread], Clock);
  }
  void join(const ClockView &Other, uint32_t Epoch) {
    if (Other.ValidIn != Epoch)
      return;
    enter(Epoch);
    if (Seen.size() < Other.Seen.size())
      Seen.resize(Other.Seen.size(), 0);
    for (size_t I = 0; I < Other.Seen.size(); ++I)
      Seen[I] = std::max(Seen[I], Other.Seen[I]);
  }

private:
  void enter(uint32_t Epoch) {
    if (ValidIn != Epoch)
      Seen.clear();
    ValidIn = Epoch;
  }

  std::vector<uint16_t> Seen;
  uint32_t ValidIn = 0;
};

} // namespace cudapipe::executor

#endif
