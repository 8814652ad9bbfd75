//===- CudaBarrier.h - cuda::barrier and cuda::pipeline ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread-scope pipeline is the thread's own commit groups.  A block-scope
// one has a "full" and an "empty" phase barrier for each of its stages.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_CUDABARRIER_H
#define CUDAPIPE_EXECUTOR_CUDABARRIER_H

#include "CooperativeGroups.h"
#include "Runtime.h"

#include <utility>

namespace cuda {

enum thread_scope {
  thread_scope_system,
  thread_scope_device,
  thread_scope_block,
  thread_scope_thread
};

/// A size of which the caller promises that it, and both pointers, are
/// multiples of \p Alignment.
template <size_t Alignment> struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  explicit constexpr aligned_size_t(size_t Value) : value(Value) {}
  constexpr operator size_t() const { return value; }
};

//===-- barrier -----------------------------------------------------------===//

template <thread_scope Scope> class barrier {
public:
  class arrival_token {
  public:
    uint64_t Phase;
  };

  barrier() = default;
  arrival_token arrive(unsigned Count = 1) {
    return {cudapipe::executor::phaseArrive(this, Count, false)};
  }
  void wait(arrival_token &&Token) const {
    cudapipe::executor::phaseWait(const_cast<barrier *>(this), Token.Phase);
  }
  void wait_parity(bool Parity) const {
    cudapipe::executor::phaseWaitParity(const_cast<barrier *>(this), Parity);
  }
  void arrive_and_wait() { wait(arrive()); }
  void arrive_and_drop() { cudapipe::executor::phaseDrop(this); }
  bool try_wait(arrival_token &&Token) const {
    return cudapipe::executor::phaseDone(const_cast<barrier *>(this),
                                         Token.Phase);
  }

private:
  uint64_t Opaque;
};

template <thread_scope Scope>
inline void init(barrier<Scope> *Barrier, unsigned Expected) {
  cudapipe::executor::phaseInit(Barrier, Expected);
}

namespace device {
/// A bulk copy: the barrier counts its bytes.
template <typename T, typename U, typename Size>
inline void memcpy_async_tx(T *Dst, const U *Src, Size Bytes,
                            barrier<thread_scope_block> &Barrier) {
  cudapipe::executor::copyBulk(Dst, Src, Bytes);
  cudapipe::executor::phaseAttachCopies(&Barrier);
  cudapipe::executor::phaseExpectBytes(&Barrier,
                                       -static_cast<int64_t>(size_t(Bytes)));
}
inline void barrier_expect_tx(barrier<thread_scope_block> &Barrier,
                              ptrdiff_t Bytes) {
  cudapipe::executor::phaseExpectBytes(&Barrier, Bytes);
}
inline barrier<thread_scope_block>::arrival_token
barrier_arrive_tx(barrier<thread_scope_block> &Barrier, ptrdiff_t Count,
                  ptrdiff_t Bytes) {
  cudapipe::executor::phaseExpectBytes(&Barrier, Bytes);
  return Barrier.arrive(static_cast<unsigned>(Count));
}
inline uint64_t *barrier_native_handle(barrier<thread_scope_block> &Barrier) {
  return reinterpret_cast<uint64_t *>(&Barrier);
}
} // namespace device

//===-- pipeline ----------------------------------------------------------===//

enum class pipeline_role { producer, consumer };

template <thread_scope Scope, unsigned Stages> struct pipeline_shared_state {
  pipeline_shared_state() = default;
  uint64_t Full[Stages];
  uint64_t Empty[Stages];
};

template <thread_scope Scope> class pipeline;

template <> class pipeline<thread_scope_thread> {
public:
  void producer_acquire() {}
  void producer_commit() {
    cudapipe::executor::commitCopies();
    ++Committed;
  }
  /// For the oldest group not waited for yet: all later ones may stay.
  void consumer_wait() {
    if (Committed != Waited)
      cudapipe::executor::waitForCopies(Committed - ++Waited);
  }
  void consumer_release() {}
  bool quit() { return true; }

private:
  template <unsigned Prior>
  friend void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &);

  unsigned Committed = 0;
  unsigned Waited = 0;
};

template <unsigned Prior>
inline void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &Pipe) {
  cudapipe::executor::waitForCopies(Prior);
  Pipe.Waited = Pipe.Committed - Prior;
}

template <> class pipeline<thread_scope_block> {
public:
  pipeline(uint64_t *Full, uint64_t *Empty, unsigned Stages)
      : Full(Full), Empty(Empty), Stages(Stages) {}

  void producer_acquire() {
    if (Produced >= Stages)
      cudapipe::executor::phaseWait(&Empty[Produced % Stages],
                                    Produced / Stages - 1);
  }
  void producer_commit() {
    cudapipe::executor::phaseArrive(&Full[Produced++ % Stages], 1, true);
  }
  void consumer_wait() {
    cudapipe::executor::phaseWait(&Full[Consumed % Stages], Consumed / Stages);
  }
  void consumer_release() {
    cudapipe::executor::phaseArrive(&Empty[Consumed++ % Stages], 1, false);
  }
  bool quit() { return true; }

private:
  uint64_t *Full, *Empty;
  unsigned Stages;
  uint64_t Produced = 0;
  uint64_t Consumed = 0;
};

inline pipeline<thread_scope_thread> make_pipeline() { return {}; }

namespace detail {
template <unsigned Stages>
inline pipeline<thread_scope_block>
makePipeline(pipeline_shared_state<thread_scope_block, Stages> *State,
             unsigned Producers, unsigned Consumers) {
  if (cudapipe::executor::linearThread() == 0)
    for (unsigned I = 0; I < Stages; ++I) {
      cudapipe::executor::phaseInit(&State->Full[I], Producers);
      cudapipe::executor::phaseInit(&State->Empty[I], Consumers);
    }
  cudapipe::executor::blockBarrier(0, cudapipe::executor::Site::here());
  return {State->Full, State->Empty, Stages};
}
} // namespace detail

template <unsigned Stages>
inline pipeline<thread_scope_block>
make_pipeline(const cooperative_groups::thread_block &G,
              pipeline_shared_state<thread_scope_block, Stages> *State) {
  return detail::makePipeline(State, G.size(), G.size());
}
template <unsigned Stages>
inline pipeline<thread_scope_block>
make_pipeline(const cooperative_groups::thread_block &G,
              pipeline_shared_state<thread_scope_block, Stages> *State,
              size_t Producers) {
  auto Count = static_cast<unsigned>(Producers);
  return detail::makePipeline(State, Count, G.size() - Count);
}
template <unsigned Stages>
inline pipeline<thread_scope_block>
make_pipeline(const cooperative_groups::thread_block &G,
              pipeline_shared_state<thread_scope_block, Stages> *State,
              pipeline_role Role) {
  auto Producers = static_cast<unsigned>(
      __syncthreads_count(Role == pipeline_role::producer));
  return detail::makePipeline(State, Producers, G.size() - Producers);
}

//===-- memcpy_async ------------------------------------------------------===//

template <typename Group, typename T, typename U, thread_scope Scope>
inline void memcpy_async(const Group &G, T *Dst, const U *Src, size_t Bytes,
                         pipeline<Scope> &) {
  cooperative_groups::detail::copyTogether(G, Dst, Src, Bytes);
}
template <typename T, typename U, thread_scope Scope>
inline void memcpy_async(T *Dst, const U *Src, size_t Bytes,
                         pipeline<Scope> &) {
  cooperative_groups::detail::copyTogether(cooperative_groups::this_thread(),
                                           Dst, Src, Bytes);
}
template <typename Group, typename T, typename U, thread_scope Scope>
inline void memcpy_async(const Group &G, T *Dst, const U *Src, size_t Bytes,
                         barrier<Scope> &Barrier) {
  cooperative_groups::detail::copyTogether(G, Dst, Src, Bytes);
  cudapipe::executor::phaseAttachCopies(&Barrier);
}
template <typename T, typename U, thread_scope Scope>
inline void memcpy_async(T *Dst, const U *Src, size_t Bytes,
                         barrier<Scope> &Barrier) {
  memcpy_async(cooperative_groups::this_thread(), Dst, Src, Bytes, Barrier);
}

} // namespace cuda

#endif
