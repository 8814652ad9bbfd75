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
__CUDAPIPE_PTX_TAG(op_inc_t, op_inc)
__CUDAPIPE_PTX_TAG(op_dec_t, op_dec)
__CUDAPIPE_PTX_TAG(op_and_op_t, op_and_op)
__CUDAPIPE_PTX_TAG(op_or_op_t, op_or_op)
__CUDAPIPE_PTX_TAG(op_xor_op_t, op_xor_op)
__CUDAPIPE_PTX_TAG(cta_group_1_t, cta_group_1)
__CUDAPIPE_PTX_TAG(cta_group_2_t, cta_group_2)
__CUDAPIPE_PTX_TAG(kind_f16_t, kind_f16)
__CUDAPIPE_PTX_TAG(kind_f8f6f4_t, kind_f8f6f4)
__CUDAPIPE_PTX_TAG(kind_i8_t, kind_i8)
__CUDAPIPE_PTX_TAG(kind_tf32_t, kind_tf32)
__CUDAPIPE_PTX_TAG(kind_mxf4_t, kind_mxf4)
__CUDAPIPE_PTX_TAG(kind_mxf4nvf4_t, kind_mxf4nvf4)
__CUDAPIPE_PTX_TAG(kind_mxf8f6f4_t, kind_mxf8f6f4)
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

template <typename... A> __device__ void mbarrier_inval(A &&...operands);
template <typename... A>
__device__ unsigned long long mbarrier_arrive_no_complete(A &&...operands);

template <typename... A> __device__ void cp_async_bulk(A &&...operands);
// Coordinates may be a list in braces, of which no pack takes the type.
template <typename To, int N, typename... Mask>
__device__ void cp_async_bulk_tensor(To space, space_global_t, void *to,
                                     const void *map,
                                     const int (&coordinates)[N],
                                     __UINT64_TYPE__ *barrier, Mask... mask);
template <int N>
__device__ void
cp_async_bulk_tensor(space_global_t, space_shared_t, const void *map,
                     const int (&coordinates)[N], const void *from);
template <typename... A>
__device__ void cp_async_bulk_tensor_gather4(A &&...operands);
template <typename... A>
__device__ void cp_async_bulk_prefetch_tensor(A &&...operands);
template <typename Operation, int N>
__device__ void cp_reduce_async_bulk_tensor(space_global_t, space_shared_t,
                                            Operation, const void *map,
                                            const int (&coordinates)[N],
                                            const void *from);
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

template <typename... A> __device__ void fence_proxy_alias(A &&...operands);
template <typename... A>
__device__ void fence_proxy_tensormap_generic(A &&...operands);
template <typename... A>
__device__ void fence_proxy_async_generic_sync_restrict(A &&...operands);
template <typename... A> __device__ void fence_sync_restrict(A &&...operands);

__device__ bool elect_sync(unsigned members);
template <typename T>
__device__ T *mapa(space_cluster_t, const T *address, unsigned block);
template <typename... A> __device__ unsigned getctarank(A &&...operands);
template <int N> __device__ void setmaxnreg_inc(n32_t<N>);
template <int N> __device__ void setmaxnreg_dec(n32_t<N>);
template <typename... A> __device__ void st_async(A &&...operands);
template <typename... A> __device__ void red_async(A &&...operands);
template <typename... A> __device__ void st_bulk(A &&...operands);
__device__ void griddepcontrol_launch_dependents();
__device__ void griddepcontrol_wait();

// Blackwell.
template <typename... A> __device__ void tcgen05_alloc(A &&...operands);
template <typename... A> __device__ void tcgen05_dealloc(A &&...operands);
template <typename... A>
__device__ void tcgen05_relinquish_alloc_permit(A &&...operands);
template <typename... A> __device__ void tcgen05_commit(A &&...operands);
template <typename... A>
__device__ void tcgen05_commit_multicast(A &&...operands);
template <typename... A> __device__ void tcgen05_mma(A &&...operands);
template <typename... A> __device__ void tcgen05_mma_ws(A &&...operands);
template <typename... A> __device__ void tcgen05_cp_128x256b(A &&...operands);
template <typename... A> __device__ void tcgen05_cp_32x128b_warpx4(A &&...o);
template <typename... A> __device__ void tcgen05_ld_32x32b(A &&...operands);
template <typename... A> __device__ void tcgen05_st_32x32b(A &&...operands);
__device__ void tcgen05_fence_before_thread_sync();
__device__ void tcgen05_fence_after_thread_sync();
__device__ void tcgen05_wait_ld();
__device__ void tcgen05_wait_st();

__device__ unsigned get_sreg_clusterid_x();
__device__ unsigned get_sreg_nclusterid_x();
__device__ unsigned get_sreg_nsmid();
__device__ unsigned get_sreg_nwarpid();
__device__ unsigned get_sreg_tid_x();
__device__ unsigned get_sreg_ntid_x();
__device__ unsigned get_sreg_ctaid_x();
__device__ unsigned get_sreg_nctaid_x();
__device__ unsigned get_sreg_laneid();
__device__ unsigned get_sreg_warpid();
__device__ unsigned get_sreg_smid();
__device__ unsigned get_sreg_cluster_ctarank();
__device__ unsigned get_sreg_cluster_nctarank();
__device__ unsigned get_sreg_lanemask_lt();

} // namespace ptx
} // namespace cuda

#endif // CUDAPIPE_EMBEDDED_PTXINSTRUCTIONS_H
