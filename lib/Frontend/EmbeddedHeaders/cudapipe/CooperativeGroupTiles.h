//===- cudapipe/CooperativeGroupTiles.h - The groups of a warp or less ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// thread_block_tile, coalesced_group, the partitions that make them and
// invoke_one.
// Rule: CUDA C++ Programming Guide, "Cooperative Groups", "Group Partitioning".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_COOPERATIVEGROUPTILES_H
#define CUDAPIPE_EMBEDDED_COOPERATIVEGROUPTILES_H
#pragma clang system_header

namespace cooperative_groups {

#define __CUDAPIPE_WARP_GROUP                                                  \
  __device__ unsigned long long meta_group_size() const;                       \
  __device__ unsigned long long meta_group_rank() const;                       \
  __device__ int any(int predicate) const;                                     \
  __device__ int all(int predicate) const;                                     \
  __device__ unsigned ballot(int predicate) const;                             \
  template <typename T> __device__ T shfl(T value, int rank) const;            \
  template <typename T> __device__ T shfl_up(T value, int delta) const;        \
  template <typename T> __device__ T shfl_down(T value, int delta) const;      \
  template <typename T> __device__ T shfl_xor(T value, int mask) const;        \
  template <typename T> __device__ unsigned match_any(T value) const;          \
  template <typename T>                                                        \
  __device__ unsigned match_all(T value, int &predicate) const;

template <unsigned Size, typename Parent = void>
class thread_block_tile : public thread_group {
public:
  __CUDAPIPE_ANY_GROUP
  __CUDAPIPE_WARP_GROUP
  __device__ static constexpr unsigned size() { return Size; }
  __device__ static constexpr unsigned num_threads() { return Size; }
  thread_block_tile() = default;
  template <typename Other>
  __device__ thread_block_tile(const thread_block_tile<Size, Other> &);
};

class coalesced_group : public thread_group {
public:
  __CUDAPIPE_GROUP
  __CUDAPIPE_WARP_GROUP
};
__device__ coalesced_group coalesced_threads();

__device__ thread_block_tile<1> this_thread();

template <unsigned MaxBlockSize = 1024> struct block_tile_memory {
  char memory[MaxBlockSize / 32 * 8];
};
template <unsigned MaxBlockSize>
__device__ thread_block
this_thread_block(block_tile_memory<MaxBlockSize> &memory);

template <unsigned Size, typename Parent>
__device__ thread_block_tile<Size, Parent> tiled_partition(const Parent &group);
template <typename Parent>
__device__ thread_group tiled_partition(const Parent &group, unsigned size);
__device__ coalesced_group tiled_partition(const coalesced_group &group,
                                           unsigned size);
template <typename Group>
__device__ coalesced_group binary_partition(const Group &group, bool predicate);
template <typename Group, typename Label>
__device__ coalesced_group labeled_partition(const Group &group, Label label);

template <typename Group, typename F, typename... A>
__device__ void invoke_one(const Group &group, F &&function, A &&...arguments);
template <typename Group, typename F, typename... A>
__device__ auto invoke_one_broadcast(const Group &group, F &&function,
                                     A &&...arguments)
    -> decltype(function(static_cast<A &&>(arguments)...));

namespace experimental {
using cooperative_groups::block_tile_memory;
using cooperative_groups::thread_block_tile;
using cooperative_groups::tiled_partition;
using cooperative_groups::this_thread_block;
} // namespace experimental

} // namespace cooperative_groups

#endif // CUDAPIPE_EMBEDDED_COOPERATIVEGROUPTILES_H
