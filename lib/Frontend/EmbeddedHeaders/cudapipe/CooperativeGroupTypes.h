//===- cudapipe/CooperativeGroupTypes.h - The groups larger than a warp ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// thread_group and the groups that stand for a block, a cluster and a grid.
// Rule: CUDA C++ Programming Guide, "Cooperative Groups", "Group Types".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_COOPERATIVEGROUPTYPES_H
#define CUDAPIPE_EMBEDDED_COOPERATIVEGROUPTYPES_H
#pragma clang system_header

namespace cooperative_groups {

// What every group answers.
#define __CUDAPIPE_ANY_GROUP                                                   \
  __device__ void sync() const;                                                \
  __device__ unsigned thread_rank() const;                                     \
  __device__ bool is_valid() const;

// What groups answer whose size is not in their type.
#define __CUDAPIPE_GROUP                                                       \
  __CUDAPIPE_ANY_GROUP                                                         \
  __device__ unsigned size() const;                                            \
  __device__ unsigned num_threads() const;

class thread_group {
public:
  __CUDAPIPE_GROUP
  __device__ unsigned get_type() const;
};

class thread_block : public thread_group {
public:
  struct arrival_token {};
  __CUDAPIPE_GROUP
  __device__ dim3 group_index() const;
  __device__ dim3 thread_index() const;
  __device__ dim3 group_dim() const;
  __device__ dim3 dim_threads() const;
  __device__ arrival_token barrier_arrive() const;
  __device__ void barrier_wait(arrival_token &&) const;
};
__device__ thread_block this_thread_block();

class cluster_group {
public:
  struct arrival_token {};
  __CUDAPIPE_GROUP
  __device__ static arrival_token barrier_arrive();
  __device__ static void barrier_wait();
  __device__ static void barrier_wait(arrival_token &&);
  __device__ static unsigned query_shared_rank(const void *p);
  template <typename T> __device__ static T *map_shared_rank(T *p, int rank);
  __device__ static dim3 block_index();
  __device__ static unsigned block_rank();
  __device__ static dim3 thread_index();
  __device__ static dim3 dim_blocks();
  __device__ static unsigned num_blocks();
  __device__ static dim3 dim_threads();
};
__device__ cluster_group this_cluster();

class grid_group {
public:
  struct arrival_token {};
  __device__ void sync() const;
  __device__ unsigned long long size() const;
  __device__ unsigned long long num_threads() const;
  __device__ unsigned long long thread_rank() const;
  __device__ bool is_valid() const;
  __device__ dim3 group_dim() const;
  __device__ dim3 dim_blocks() const;
  __device__ unsigned long long num_blocks() const;
  __device__ dim3 block_index() const;
  __device__ unsigned long long block_rank() const;
  __device__ dim3 dim_clusters() const;
  __device__ unsigned long long num_clusters() const;
  __device__ dim3 cluster_index() const;
  __device__ unsigned long long cluster_rank() const;
  __device__ arrival_token barrier_arrive() const;
  __device__ void barrier_wait(arrival_token &&) const;
};
__device__ grid_group this_grid();

class multi_grid_group {
public:
  __CUDAPIPE_GROUP
  __device__ unsigned grid_rank() const;
  __device__ unsigned num_grids() const;
};
__device__ multi_grid_group this_multi_grid();

template <typename Group> __device__ void sync(const Group &group);
template <typename Group> __device__ unsigned thread_rank(const Group &group);
template <typename Group> __device__ unsigned group_size(const Group &group);

} // namespace cooperative_groups

#endif // CUDAPIPE_EMBEDDED_COOPERATIVEGROUPTYPES_H
