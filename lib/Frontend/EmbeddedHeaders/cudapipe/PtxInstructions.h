//===- cudapipe/PtxInstructions.h - cuda::ptx instruction wrappers --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tags, then functions; templates stand for the many operand types.
// Rule: libcu++ documentation, "PTX Instructions".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_PTXINSTRUCTIONS_H
#define CUDAPIPE_EMBEDDED_PTXINSTRUCTIONS_H
#pragma clang system_header

namespace cuda {
namespace ptx {

#define __CUDAPIPE_PTX_TAG(TYPE, NAME)                                         \
  struct TYPE {};                                                              \
  static constexpr TYPE NAME{};

__CUDAPIPE_PTX_TAG(sem_release_t, sem_release)
__CUDAPIPE_PTX_TAG(sem_acquire_t, sem_acquire)
__CUDAPIPE_PTX_TAG(sem_relaxed_t, sem_relaxed)
__CUDAPIPE_PTX_TAG(sem_acq_rel_t, sem_acq_rel)
__CUDAPIPE_PTX_TAG(sem_sc_t, sem_sc)
__CUDAPIPE_PTX_TAG(scope_cta_t, scope_cta)
__CUDAPIPE_PTX_TAG(scope_cluster_t, scope_cluster)
__CUDAPIPE_PTX_TAG(scope_gpu_t, scope_gpu)
__CUDAPIPE_PTX_TAG(scope_sys_t, scope_sys)
__CUDAPIPE_PTX_TAG(space_global_t, space_global)
__CUDAPIPE_PTX_TAG(space_shared_t, space_shared)
__CUDAPIPE_PTX_TAG(space_cluster_t, space_cluster)
__CUDAPIPE_PTX_TAG(op_add_t, op_add)
__CUDAPIPE_PTX_TAG(op_max_t, op_max)
__CUDAPIPE_PTX_TAG(op_min_t, op_min)
#undef __CUDAPIPE_PTX_TAG

template <int N> struct n32_t {};
template <int N> static constexpr n32_t<N> n32{};

template <typename... A>
__device__ unsigned long long mbarrier_arrive_expect_tx(A &&...operands);
template <typename... A>
__device__ unsigned long long mbarrier_arrive(A &&...operands);
template <typename... A> __device__ void mbarrier_init(A &&...operands);
template <typename... A> __device__ bool mbarrier_try_wait(A &&...operands);
template <typename... A>
__device__ bool mbarrier_try_wait_parity(A &&...operands);
template <typename... A> __device__ bool mbarrier_test_wait(A &&...operands);
template <typename... A>
__device__ bool mbarrier_test_wait_parity(A &&...operands);
template <typename... A> __device__ void mbarrier_expect_tx(A &&...operands);

template <typename... A> __device__ void cp_async_bulk(A &&...operands);
template <typename... A> __device__ void cp_async_bulk_tensor(A &&...operands);
template <typename... A> __device__ void cp_reduce_async_bulk(A &&...operands);
__device__ void cp_async_bulk_commit_group();
template <int N> __device__ void cp_async_bulk_wait_group(n32_t<N>);
template <int N> __device__ void cp_async_bulk_wait_group_read(n32_t<N>);
template <typename... A>
__device__ void cp_async_mbarrier_arrive_noinc(A &&...operands);

template <typename... A> __device__ void fence(A &&...operands);
template <typename... A> __device__ void fence_proxy_async(A &&...operands);
template <typename... A> __device__ void fence_mbarrier_init(A &&...operands);
template <typename... A>
__device__ void barrier_cluster_arrive(A &&...operands);
template <typename... A> __device__ void barrier_cluster_wait(A &&...operands);

__device__ unsigned get_sreg_laneid();
__device__ unsigned get_sreg_warpid();
__device__ unsigned get_sreg_smid();
__device__ unsigned get_sreg_cluster_ctarank();
__device__ unsigned get_sreg_cluster_nctarank();
__device__ unsigned get_sreg_lanemask_lt();

} // namespace ptx
} // namespace cuda

#endif // CUDAPIPE_EMBEDDED_PTXINSTRUCTIONS_H
