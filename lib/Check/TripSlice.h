//===- TripSlice.h - What a trip's accesses rest on -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (t = 0; t < tiles; ++t) {             counts: 't'
//     if (t + 2 < tiles)                      a guard: as far from the end in
//       copy(ring[(t + 2) % 3], in + ...);    each run; goes round: every 3
//       trips
//     wait(); __syncthreads();
//     use(ring[stage]); stage = next(stage);  state: of itself alone
//   }
//
// Which bytes of shared memory a trip touches, and what it waits for, is
// decided by values. If each is one of these, and not one rests on memory, on
// `t` itself or on 'tiles' itself, then a trip does what one did that began in
// the same state, and a long run is a short one with such trips put in.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_CHECK_TRIPSLICE_H
#define CUDAPIPE_LIB_CHECK_TRIPSLICE_H

#include "BlockPlay.h"
#include "cudapipe/Facts/DeviceCode.h"
#include "llvm/ADT/SetVector.h"
#include <string>

namespace cudapipe::check {

/// Sums it up for one kernel and block. Numbers are taken not to overflow.
struct TripSlice {
  /// Why a trip is not decided as above, and where; "": it is.
  std::string WhyNot;
  const llvm::Instruction *At = nullptr;
  /// The loop whose trips the parameters decide, in Program::Loops; or NoLoop.
  uint32_t Loop = NoLoop;
  /// Where the values lie that are state.
  std::vector<Slot> State;
  /// What goes round does so in a divisor of so many trips.
  unsigned Period = 1;
  /// No guard changes earlier than so many trips before the last.
  unsigned Reach = 0;
  /// None but those changes later than so many trips behind the first.
  unsigned Head = 0;
  /// A guard sees how much is left for the last trip.
  bool SeesRemainder = false;
  /// Numbers and variables besides that the values rest on: "lda", "blockIdx".
  llvm::SetVector<const llvm::Value *> Numbers;
};

/// The slice of \p Code, decoded as \p Decoded and run by \p Block; \p OfTrips
/// decide how often its loops turn.
TripSlice sliceOfTrips(const DeviceCode &Code, const Program &Decoded,
                       const Triple &Block,
                       const llvm::SetVector<const llvm::Argument *> &OfTrips);

} // namespace cudapipe::check

#endif // CUDAPIPE_LIB_CHECK_TRIPSLICE_H
