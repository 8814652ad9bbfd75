//===- Mbarrier.h - A barrier that counts arrivals and bytes ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   init 2   arrive   expect 1024   arrive            the copy lands
//   pending 2     1        1            0                 0    -> next phase
//   bytes   0     0     1024         1024                 0
//
// A phase that nothing but copies keeps from coming comes when no thread can go
// on without it: copies are as late as they may be.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_CHECK_MBARRIER_H
#define CUDAPIPE_LIB_CHECK_MBARRIER_H

#include "Program.h"
#include "ThreadState.h"

namespace cudapipe::check {

/// A call, with what it is given.
struct MbarrierCall {
  MbarrierStep Step;
  uint64_t Address = 0, Number = 0, Bytes = 0;
};

/// Bytes that a bulk copy still has to bring, in copies of Memory.
struct CountedCopy {
  uint32_t First = 0, Last = 0;
  int64_t Left = 0;
};

/// An arrival that comes with copies of its thread.
struct LateArrival {
  std::vector<uint32_t> Copies;
};

/// A copy of a box of unknown size.
struct BoxCopy {
  uint32_t Op = 0, To = 0;
};

/// What the boxes of one phase come to together.
struct BoxPhase {
  std::vector<BoxCopy> Boxes;
  int64_t Bytes = 0;
};

/// What is known of one phase.
struct MbarrierPhase {
  /// What happened before it came.
  ClockRow Row;
  /// Who arrived in it, who saw that it came: thread and time.
  std::vector<std::pair<unsigned, uint32_t>> Arrived, Seen;
};

/// See above.
struct Mbarrier {
  bool IsInitialized = false;
  int64_t Expected = 0, Pending = 0, Bytes = 0;
  /// Phases, of which the last has not come.
  std::vector<MbarrierPhase> Phases = std::vector<MbarrierPhase>(1);
  /// What happened before the arrivals so far.
  ClockRow Coming;
  /// Its clock, which goes on when it is initialized again.
  unsigned Clock = 0;
  uint32_t ClockBase = 0;
  /// What counts bytes, what it waits for besides, what arrives late.
  std::vector<CountedCopy> Copies;
  std::vector<uint32_t> Bound;
  std::vector<LateArrival> Late;
  BoxPhase Boxes;
  /// Who initialized it, when, and where.
  unsigned InitThread = 0;
  uint32_t InitTime = 0, InitOp = 0;

  uint64_t phase() const { return Phases.size() - 1; }
};

/// Producers and consumers of a cuda::pipeline of a block.
struct PipeRoles {
  unsigned Stages = 1;
  int64_t Producers = 0, Consumers = 0;
  bool IsUsed = true;
};

} // namespace cudapipe::check

#endif // CUDAPIPE_LIB_CHECK_MBARRIER_H
