//===- AsyncCopies.h - cp.async, at its most inconvenient -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//        issue                                    wait that covers it
//   ------|-----------------------------------------|------------------->
//         [ destination: poison, untouchable        ] written by the issuer,
//              ^ source is read here, at a random      visible to others
//                moment                                after a barrier
//
// A copy never waited for may never land.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_ASYNCCOPIES_H
#define CUDAPIPE_EXECUTOR_ASYNCCOPIES_H

#include "Random.h"
#include "SharedSegment.h"

#include <cstring>
#include <vector>

namespace cudapipe::executor {

struct AsyncCopy {
  char *Dst;
  const char *Src;
  unsigned Size;
  unsigned Zfill;
  unsigned Issuer; ///< Linear thread.
  uint32_t Place;
  bool Landed = false;
  bool WaitedFor = false;
};

class AsyncCopies {
public:
  explicit AsyncCopies(Random &Dice) : Dice(Dice) {}

  /// Returns the index of the new copy, which is in flight, or has landed
  /// already if the dice say so.
  unsigned issue(const AsyncCopy &Copy);
  const AsyncCopy &operator[](unsigned Index) const { return All[Index]; }

  /// The moment its issuer knows that it is there.
  void complete(unsigned Index) {
    land(Index);
    All[Index].WaitedFor = true;
  }
  /// Time passes: perhaps one travelling copy arrives.
  void tick();
  /// The block is over; returns the copies nobody waited for.
  void clear() {
    All.clear();
    Travelling.clear();
  }
  size_t size() const { return All.size(); }

private:
  void land(unsigned Index);

  Random &Dice;
  std::vector<AsyncCopy> All;
  std::vector<unsigned> Travelling; ///< May land on a tick.
};

inline unsigned AsyncCopies::issue(const AsyncCopy &Copy) {
  unsigned Index = static_cast<unsigned>(All.size());
  All.push_back(Copy);
  std::memset(Copy.Dst, SharedSegment::Poison, Copy.Size);
  switch (Dice.below(4)) {
  case 0: // At once.
    land(Index);
    break;
  case 1: // Some time.
    Travelling.push_back(Index);
    break;
  default: // As late as allowed.
    break;
  }
  return Index;
}

inline void AsyncCopies::tick() {
  if (Travelling.empty() || Dice.below(2))
    return;
  unsigned Which = Dice.below(Travelling.size());
  land(Travelling[Which]);
  Travelling[Which] = Travelling.back();
  Travelling.pop_back();
}

inline void AsyncCopies::land(unsigned Index) {
  AsyncCopy &Copy = All[Index];
  if (Copy.Landed)
    return;
  Copy.Landed = true;
  unsigned Data = Copy.Size - Copy.Zfill;
  std::memcpy(Copy.Dst, Copy.Src, Data);
  std::memset(Copy.Dst + Data, 0, Copy.Zfill);
}

} // namespace cudapipe::executor

#endif
