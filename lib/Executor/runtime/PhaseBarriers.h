//===- PhaseBarriers.h - Barriers that count arrivals by phase --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The model behind cuda::barrier and block-scope cuda::pipeline.  A phase ends
// when all expected arrivals are in, and all bytes that were announced have
// been issued; it publishes what the arrivers had done. The copies that they
// attached are complete for those who have waited for it, and who they meet:
// until somebody has, they are in flight.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_PHASEBARRIERS_H
#define CUDAPIPE_EXECUTOR_PHASEBARRIERS_H

#include "Access.h"

#include <map>
#include <utility>
#include <vector>

namespace cudapipe::executor {

struct PhaseBarrier {
  unsigned Expected = 0;
  unsigned Pending = 0;
  int64_t PendingBytes = 0; ///< Announced, less issued by bulk copies.
  uint64_t Phase = 0;
  ClockView Published;          ///< What everyone who arrived had seen or done.
  std::vector<unsigned> Copies; ///< Attached to the current phase.
  /// Of phases that have ended and that nobody has waited for.
  std::vector<std::pair<uint64_t, unsigned>> Landed;
};

class PhaseBarriers {
public:
  void clear() { Barriers.clear(); }
  void init(void *Address, unsigned Expected) {
    Barriers[Address] = {Expected, Expected, 0, 0, {}, {}, {}};
  }
  /// Null when the barrier was never initialised in this block.
  PhaseBarrier *find(void *Address) {
    auto It = Barriers.find(Address);
    return It == Barriers.end() ? nullptr : &It->second;
  }

private:
  std::map<void *, PhaseBarrier> Barriers;
};

} // namespace cudapipe::executor

#endif
