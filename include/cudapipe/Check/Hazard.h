//===- cudapipe/Check/Hazard.h - What is wrong in a block -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   tile[t] = in[k + t];      <- Second: thread 32, in the next trip
//   __syncthreads();
//   sum += tile[t ^ 1];       <- First: thread 33
//
// Two places, two threads, and nothing that orders them.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_CHECK_HAZARD_H
#define CUDAPIPE_CHECK_HAZARD_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace cudapipe {

/// Kinds of hazards.
enum class HazardKind : uint8_t {
  WriteThenWrite,   ///< Two threads write, in no order.
  WriteThenRead,    ///< One writes, another reads, in no order.
  ReadThenWrite,    ///< One reads, another writes, in no order.
  ReadInFlight,     ///< A copy's bytes are read before its thread waits.
  WriteInFlight,    ///< They are written while the copy is on its way.
  Uninitialized,    ///< Shared memory is read that nobody wrote.
  OutOfBounds,      ///< Shared memory that is of no variable.
  Misaligned,       ///< A copy or an access of several bytes.
  NeverReached,     ///< Threads wait for others that never come.
  DivergentBarrier, ///< Threads of a warp wait at different barriers.
  NeverCompleted,   ///< A thread waits for a phase of an mbarrier that never
                    ///< comes.
  WriteUnderRead, ///< Bytes are written that wgmma or a bulk copy still reads.
  MissingProxyFence ///< No fence.proxy.async between a write and who reads it.
};

/// "race-write-read": for programs; never changed.
llvm::StringRef hazardId(HazardKind Kind);

/// One of the two sides.
struct HazardSide {
  /// As Clang names it; empty: the compiler made it.
  std::string File;
  unsigned Line = 0, Column = 0;
  unsigned Thread = 0;
  bool IsWrite = false;
  /// It is an asynchronous copy.
  bool IsCopy = false;
};

/// One hazard.
struct Hazard {
  HazardKind Kind;
  /// The later one, as it was played.
  HazardSide At;
  /// The other one; of what takes one thread no line.
  HazardSide Other;
  /// Trip of the loop around At, from 1; 0: in no loop with barriers or waits.
  int Trip = 0;
  /// The variable of shared memory, or the parameter.
  std::string Variable;
  bool IsGlobal = false;
  /// What it is, and what mends it: a sentence each, no full stop.
  std::string What, Remedy;
  /// Places of global memory that it rests on, whose content was made up.
  std::vector<std::string> Invented;
};

} // namespace cudapipe

#endif // CUDAPIPE_CHECK_HAZARD_H
