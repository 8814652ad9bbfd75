//===- MBarrierPrimitives.h - __mbarrier_arrive & co. -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_MBARRIERPRIMITIVES_H
#define CUDAPIPE_EXECUTOR_MBARRIERPRIMITIVES_H

#include "Runtime.h"

using __mbarrier_t = uint64_t;
using __mbarrier_token_t = uint64_t;

CUDAPIPE_INLINE void __mbarrier_init(__mbarrier_t *Barrier, uint32_t Expected) {
  cudapipe::executor::phaseInit(Barrier, Expected);
}
CUDAPIPE_INLINE void __mbarrier_inval(__mbarrier_t *) {}
CUDAPIPE_INLINE __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *Barrier) {
  return cudapipe::executor::phaseArrive(Barrier, 1, false);
}
CUDAPIPE_INLINE bool __mbarrier_test_wait(__mbarrier_t *Barrier,
                                          __mbarrier_token_t Token) {
  return cudapipe::executor::phaseDone(Barrier, Token);
}
CUDAPIPE_INLINE bool __mbarrier_try_wait(__mbarrier_t *Barrier,
                                         __mbarrier_token_t Token, uint32_t) {
  return cudapipe::executor::phaseDone(Barrier, Token);
}
/// The barrier's current phase waits for the thread's copies so far.
CUDAPIPE_INLINE void __pipeline_arrive_on(__mbarrier_t *Barrier) {
  cudapipe::executor::phaseAttachCopies(Barrier);
}

#endif
