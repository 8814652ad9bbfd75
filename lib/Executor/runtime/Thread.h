//===- Thread.h - One CUDA thread -------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_THREAD_H
#define CUDAPIPE_EXECUTOR_THREAD_H

#include "../include/cudapipe/Runtime.h"
#include "Access.h"
#include "AsyncProducts.h"
#include "Fiber.h"

#include <deque>
#include <string>
#include <vector>

namespace cudapipe::executor {

struct Thread {
  enum class State { Ready, AtBlockBarrier, AtWarpCollective, AtPhase, Done };

  Fiber Stack;
  unsigned Linear = 0;
  unsigned Index[3] = {0, 0, 0};
  State Now = State::Ready;

  // At a block barrier.
  Site BarrierSite = {nullptr, 0, 0};
  int Predicate = 0;

  // At a warp collective.
  const char *Collective = nullptr;
  unsigned Mask = 0;
  void *Payload = nullptr;
  LanesArrived Complete = nullptr;

  // At a phase barrier.
  void *Barrier = nullptr;
  uint64_t Phase = 0;

  // Asynchronous copies: indices into AsyncCopies.
  std::vector<unsigned> OpenGroup;
  std::deque<std::vector<unsigned>> Groups;

  AsyncProducts Products;

  // Happens-before within the current epoch (Access.h).
  ClockView View;
  uint16_t Clock = 1;

  unsigned lane() const { return Linear % 32; }
  unsigned warp() const { return Linear / 32; }

  /// "(3,0,0)"
  std::string name() const {
    return "(" + std::to_string(Index[0]) + "," + std::to_string(Index[1]) +
           "," + std::to_string(Index[2]) + ")";
  }

  void start(unsigned NewLinear, const unsigned Shape[3]) {
    Linear = NewLinear;
    Index[0] = Linear % Shape[0];
    Index[1] = Linear / Shape[0] % Shape[1];
    Index[2] = Linear / Shape[0] / Shape[1];
    Now = State::Ready;
    OpenGroup.clear();
    Groups.clear();
    Products = AsyncProducts();
    Clock = 1;
  }
};

} // namespace cudapipe::executor

#endif
