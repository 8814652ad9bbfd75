//===- CopyEngine.h - cde:: and cuda::ptx of bulk copies --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two spellings of libcu++ for what TensorMap.h does.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_COPYENGINE_H
#define CUDAPIPE_EXECUTOR_COPYENGINE_H

#include "CudaBarrier.h"
#include "TensorMap.h"

namespace cuda::device::experimental {

using BlockBarrier = barrier<thread_scope_block>;

inline void cp_async_bulk_global_to_shared(void *Dst, const void *Src,
                                           uint32_t Bytes, BlockBarrier &Bar) {
  cudapipe::executor::copyBulkTo(&Bar, Dst, Src, Bytes);
}
inline void cp_async_bulk_tensor_1d_global_to_shared(void *Dst,
                                                     const CUtensorMap *Map,
                                                     int X, BlockBarrier &Bar) {
  const int At[] = {X};
  cudapipe::executor::copyBoxTo(&Bar, Dst, Map, At);
}
inline void cp_async_bulk_tensor_2d_global_to_shared(void *Dst,
                                                     const CUtensorMap *Map,
                                                     int X, int Y,
                                                     BlockBarrier &Bar) {
  const int At[] = {X, Y};
  cudapipe::executor::copyBoxTo(&Bar, Dst, Map, At);
}
inline void cp_async_bulk_tensor_3d_global_to_shared(void *Dst,
                                                     const CUtensorMap *Map,
                                                     int X, int Y, int Z,
                                                     BlockBarrier &Bar) {
  const int At[] = {X, Y, Z};
  cudapipe::executor::copyBoxTo(&Bar, Dst, Map, At);
}
inline void fence_proxy_async_shared_cta() { cudapipe::executor::fenceProxy(); }

} // namespace cuda::device::experimental

namespace cuda::ptx {

struct space_cluster_t {};
struct space_shared_t {};
struct space_global_t {};
struct sem_release_t {};
struct sem_acquire_t {};
struct scope_cta_t {};
struct scope_cluster_t {};
inline constexpr space_cluster_t space_cluster;
inline constexpr space_shared_t space_shared;
inline constexpr space_global_t space_global;
inline constexpr sem_release_t sem_release;
inline constexpr sem_acquire_t sem_acquire;
inline constexpr scope_cta_t scope_cta;
inline constexpr scope_cluster_t scope_cluster;

template <typename Space>
inline void cp_async_bulk(Space, space_global_t, void *Dst, const void *Src,
                          uint32_t Bytes, uint64_t *Bar) {
  cudapipe::executor::copyBulkTo(Bar, Dst, Src, Bytes);
}
template <typename Space, size_t Rank>
inline void cp_async_bulk_tensor(Space, space_global_t, void *Dst,
                                 const void *Map, const int32_t (&At)[Rank],
                                 uint64_t *Bar) {
  cudapipe::executor::copyBoxTo(Bar, Dst, static_cast<const CUtensorMap *>(Map),
                                At);
}
inline void mbarrier_init(uint64_t *Bar, uint32_t Count) {
  cudapipe::executor::phaseInit(Bar, Count);
}
template <typename Sem, typename Scope>
inline uint64_t mbarrier_arrive_expect_tx(Sem, Scope, space_shared_t,
                                          uint64_t *Bar, uint32_t Bytes) {
  cudapipe::executor::phaseExpectBytes(Bar, Bytes);
  return cudapipe::executor::phaseArrive(Bar, 1, false);
}
inline uint64_t mbarrier_arrive(uint64_t *Bar) {
  return cudapipe::executor::phaseArrive(Bar, 1, false);
}
inline bool mbarrier_try_wait_parity(uint64_t *Bar, uint32_t Parity) {
  return cudapipe::executor::phaseDoneParity(Bar, Parity);
}
inline bool mbarrier_test_wait_parity(uint64_t *Bar, uint32_t Parity) {
  return cudapipe::executor::phaseDoneParity(Bar, Parity);
}
template <typename Space> inline void fence_proxy_async(Space) {
  cudapipe::executor::fenceProxy();
}
inline void fence_proxy_async() { cudapipe::executor::fenceProxy(); }
template <typename Sem, typename Scope>
inline void fence_mbarrier_init(Sem, Scope) {}

} // namespace cuda::ptx

#endif
