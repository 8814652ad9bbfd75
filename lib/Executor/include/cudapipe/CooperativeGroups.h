//===- CooperativeGroups.h - Blocks, tiles and their collectives -*- C++ -*-==//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modelled: thread_block, thread_block_tile up to a warp, coalesced_threads(),
// reduce, memcpy_async with wait.  A grid group knows its ranks; its sync is
// not modelled, as blocks run one after the other.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_COOPERATIVEGROUPS_H
#define CUDAPIPE_EXECUTOR_COOPERATIVEGROUPS_H

#include "Synchronization.h"
#include "VectorTypes.h"
#include "WarpCollectives.h"

namespace cooperative_groups {

class thread_block {
public:
  static void sync(CUDAPIPE_WHERE) {
    cudapipe::executor::blockBarrier(0, Where);
  }
  static unsigned thread_rank() { return cudapipe::executor::linearThread(); }
  static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
  static unsigned num_threads() { return size(); }
  static dim3 group_index() { return blockIdx; }
  static dim3 thread_index() { return threadIdx; }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
};
inline thread_block this_thread_block() { return {}; }

/// The calling thread alone.
class thread_group_of_one {
public:
  static void sync() {}
  static unsigned thread_rank() { return 0; }
  static unsigned size() { return 1; }
  static unsigned num_threads() { return 1; }
};
inline thread_group_of_one this_thread() { return {}; }

class grid_group {
public:
  static void sync() { cudapipe::executor::unsupported("grid_group::sync"); }
  static unsigned long long thread_rank() {
    return static_cast<unsigned long long>(cudapipe::executor::linearBlock()) *
               thread_block::size() +
           thread_block::thread_rank();
  }
  static unsigned long long size() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z *
           thread_block::size();
  }
  static unsigned block_rank() { return cudapipe::executor::linearBlock(); }
  static unsigned num_blocks() { return gridDim.x * gridDim.y * gridDim.z; }
};
inline grid_group this_grid() { return {}; }

/// What tiles and coalesced groups share: a set of lanes of one warp.
class lane_group {
public:
  unsigned thread_rank() const {
    return static_cast<unsigned>(
        __builtin_popcount(Mask & ((1u << cudapipe::executor::lane()) - 1)));
  }
  unsigned size() const {
    return static_cast<unsigned>(__builtin_popcount(Mask));
  }
  unsigned num_threads() const { return size(); }
  void sync() const { cudapipe::executor::warpBarrier(Mask); }
  unsigned mask() const { return Mask; }

  template <typename T> T shfl(T V, int Rank) const {
    return cudapipe::executor::shuffle(Mask, V, laneOf(Rank));
  }
  template <typename T> T shfl_down(T V, unsigned Delta) const {
    unsigned To = thread_rank() + Delta;
    return shfl(V, static_cast<int>(To < size() ? To : thread_rank()));
  }
  template <typename T> T shfl_up(T V, unsigned Delta) const {
    unsigned Rank = thread_rank();
    return shfl(V, static_cast<int>(Rank >= Delta ? Rank - Delta : Rank));
  }
  template <typename T> T shfl_xor(T V, unsigned With) const {
    unsigned To = thread_rank() ^ With;
    return shfl(V, static_cast<int>(To < size() ? To : thread_rank()));
  }
  int any(int Predicate) const { return ballot(Predicate) != 0; }
  int all(int Predicate) const { return ballot(!Predicate) == 0; }
  unsigned ballot(int Predicate) const {
    return packed(cudapipe::executor::ballot(Mask, Predicate));
  }
  template <typename T> unsigned match_any(T V) const {
    return packed(__match_any_sync(Mask, V));
  }

protected:
  explicit lane_group(unsigned Mask) : Mask(Mask) {}

private:
  int laneOf(int Rank) const {
    unsigned Lanes = Mask;
    for (int I = Rank % static_cast<int>(size()); I > 0; --I)
      Lanes &= Lanes - 1;
    return __builtin_ctz(Lanes);
  }
  /// Lane bits to rank bits.
  unsigned packed(unsigned Lanes) const {
    unsigned Result = 0, Rank = 0;
    for (unsigned Lane = 0; Lane < 32; ++Lane)
      if (Mask >> Lane & 1)
        Result |= (Lanes >> Lane & 1) << Rank++;
    return Result;
  }

  unsigned Mask;
};

class coalesced_group : public lane_group {
public:
  coalesced_group() : lane_group(cudapipe::executor::liveLanes()) {}
};
inline coalesced_group coalesced_threads() { return {}; }

template <unsigned Size, typename Parent = void>
class thread_block_tile : public lane_group {
public:
  static_assert(Size <= 32 && (Size & (Size - 1)) == 0,
                "tiles above a warp are not modelled");
  thread_block_tile()
      : lane_group((Size == 32 ? ~0u : (1u << Size % 32) - 1)
                   << (static_cast<unsigned>(cudapipe::executor::lane()) &
                       ~(Size - 1))) {}
  static unsigned meta_group_rank() {
    return cudapipe::executor::linearThread() / Size;
  }
  static unsigned meta_group_size() {
    return (thread_block::size() + Size - 1) / Size;
  }
};
template <unsigned Size, typename Parent>
inline thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
  return {};
}

template <typename Group> inline void sync(const Group &G) { G.sync(); }
inline void sync(const thread_block &, CUDAPIPE_WHERE) {
  cudapipe::executor::blockBarrier(0, Where);
}

//===-- reduce ------------------------------------------------------------===//

#define CUDAPIPE_FUNCTOR(NAME, EXPRESSION)                                     \
  template <typename T> struct NAME {                                          \
    T operator()(T A, T B) const { return EXPRESSION; }                        \
  };
CUDAPIPE_FUNCTOR(plus, A + B)
CUDAPIPE_FUNCTOR(less, A < B ? A : B)
CUDAPIPE_FUNCTOR(greater, A > B ? A : B)
CUDAPIPE_FUNCTOR(bit_and, A &B)
CUDAPIPE_FUNCTOR(bit_or, A | B)
CUDAPIPE_FUNCTOR(bit_xor, A ^ B)
#undef CUDAPIPE_FUNCTOR

template <typename T, typename Op>
inline T reduce(const lane_group &Group, T V, Op) {
  return cudapipe::executor::reduce<Op>(Group.mask(), V);
}

//===-- memcpy_async ------------------------------------------------------===//

namespace detail {
/// Each thread of the group copies every n-th element.
template <typename Group>
inline void copyTogether(const Group &G, void *Dst, const void *Src,
                         size_t Bytes) {
  size_t Chunk = cudapipe::executor::copyChunk(Dst, Src, Bytes);
  for (size_t At = G.thread_rank() * Chunk; At < Bytes; At += G.size() * Chunk)
    cudapipe::executor::copyAsyncBytes(static_cast<char *>(Dst) + At,
                                       static_cast<const char *>(Src) + At,
                                       Chunk);
}
} // namespace detail

template <typename Group, typename T, typename U>
inline void memcpy_async(const Group &G, T *Dst, const U *Src, size_t Bytes) {
  detail::copyTogether(G, Dst, Src, Bytes);
  cudapipe::executor::commitCopies();
}
/// Numbers of elements.
template <typename Group, typename T, typename U>
inline void memcpy_async(const Group &G, T *Dst, size_t DstCount, const U *Src,
                         size_t SrcCount) {
  memcpy_async(G, Dst, Src,
               (DstCount < SrcCount ? DstCount : SrcCount) * sizeof(T));
}
inline void wait(const thread_block &, CUDAPIPE_WHERE) {
  cudapipe::executor::waitForCopies(0);
  cudapipe::executor::blockBarrier(0, Where);
}
inline void wait(const thread_group_of_one &) {
  cudapipe::executor::waitForCopies(0);
}
inline void wait(const lane_group &G) {
  cudapipe::executor::waitForCopies(0);
  G.sync();
}
template <unsigned N>
inline void wait_prior(const thread_block &, CUDAPIPE_WHERE) {
  cudapipe::executor::waitForCopies(N);
  cudapipe::executor::blockBarrier(0, Where);
}
template <unsigned N> inline void wait_prior(const lane_group &G) {
  cudapipe::executor::waitForCopies(N);
  G.sync();
}

} // namespace cooperative_groups

#endif
