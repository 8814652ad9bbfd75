//===- ThreadState.h - One thread of the block -----------------------*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Order between threads is kept in vector clocks: row[u] is the time of thread
// u up to which all that it did happened before what this thread does now. A
// barrier of all makes one row for all. So whether two accesses are ordered
// does not depend on which thread was played first.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_CHECK_THREADSTATE_H
#define CUDAPIPE_LIB_CHECK_THREADSTATE_H

#include "Program.h"
#include <map>
#include <memory>
#include <vector>

namespace cudapipe::check {

constexpr unsigned WarpSize = 32;

/// A row of a vector clock, shared by those for whom it is the same.
using ClockRow = std::shared_ptr<const std::vector<uint32_t>>;

/// Behind the threads a row has mbarriers: which phase of each is known to have
/// come. Several may share one.
constexpr unsigned MbarrierClocks = 64;

/// The later of both, thread by thread; null is the beginning.
inline ClockRow joined(const ClockRow &A, const ClockRow &B) {
  if (!A || !B || A == B)
    return A ? A : B;
  auto Out = std::make_shared<std::vector<uint32_t>>(*A);
  for (size_t I = 0; I < Out->size(); ++I)
    (*Out)[I] = std::max((*Out)[I], (*B)[I]);
  return Out;
}

/// What a thread knows of time.
struct ThreadClock {
  /// What happened before, of the others.
  ClockRow Row;
  /// Its own.
  uint32_t Now = 1;
  /// What its last fence releases, and what its atomics have read since.
  ClockRow Released, Acquired;
};

/// A cuda::pipeline of the block, as one thread has it.
struct BlockPipeState {
  /// Where the state is that all share, and its stages.
  uint64_t State = 0;
  unsigned Stages = 1;
  /// Stages that it committed, and that it released.
  unsigned Head = 0, Tail = 0;
};

/// What a thread reads asynchronously: operands of wgmma, sources of bulk
/// copies.
struct AsyncRead {
  uint32_t Op = 0, Address = 0, Bytes = 0;
  unsigned Group = 0;
};

/// Groups of such reads.
struct AsyncReads {
  unsigned Group = 0;
  std::vector<AsyncRead> InFlight;
};

/// A cuda::pipeline of a thread: its groups so far, and those waited for. As
/// libcu++ has it, a wait takes the oldest, and a release does nothing.
struct PipeState {
  unsigned Committed = 0, Consumed = 0;
};

/// The asynchronous copies of a thread.
struct ThreadCopies {
  /// Groups that were committed.
  unsigned Group = 0;
  /// Copies on their way, by their index.
  std::vector<uint32_t> InFlight;
  /// By the address of the object.
  std::map<uint64_t, PipeState> Pipes;
  std::map<uint64_t, BlockPipeState> BlockPipes;
  AsyncReads Mma, Bulk;
};

/// What a thread stands at.
struct Waiting {
  const Op *At = nullptr;
  /// At a barrier of the block.
  unsigned Barrier = 0, Expected = 0;
  /// In a warp.
  uint32_t Mask = ~0u;
  /// Of an `asm`: the instruction in it that it goes on with.
  unsigned PtxNext = 0;
  /// At an mbarrier: where, for which phase, and how it asks.
  uint64_t Mbarrier = 0;
  bool ByParity = false, Polls = false;
  uint64_t Phase = 0;
  /// It asked in vain, and is told so.
  bool IsFutile = false;
};

struct Thread {
  enum StateTy { Runs, AtBarrier, AtWarp, AtMbarrier, Done };

  unsigned Id = 0;
  StateTy State = Runs;
  uint32_t Pc = 0;
  std::vector<uint8_t> Frame, Stack;
  uint32_t StackTop = 0;
  ThreadClock Clock;
  ThreadCopies Copies;
  Waiting For;
  /// Of each loop.
  std::vector<int> Trips;

  unsigned warp() const { return Id / WarpSize; }
  unsigned lane() const { return Id % WarpSize; }
  uint64_t &at(Slot S) {
    return *reinterpret_cast<uint64_t *>(Frame.data() + S);
  }
  /// What \p Other did at \p Time happened before.
  bool knows(unsigned Other, uint32_t Time) const {
    return Other == Id || (Clock.Row && (*Clock.Row)[Other] >= Time);
  }
  /// The phase \p Time of the mbarrier that has the clock \p Which has come.
  bool knowsPhase(unsigned Which, uint32_t Time) const {
    return Clock.Row &&
           (*Clock.Row)[Clock.Row->size() - MbarrierClocks + Which] >= Time;
  }
};

} // namespace cudapipe::check

#endif // CUDAPIPE_LIB_CHECK_THREADSTATE_H
