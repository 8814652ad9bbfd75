// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One instruction each: mbarriers, bulk copies, wgmma.

#pragma once
#include <cuda.h>
#include <stdint.h>

using mbarrier = unsigned long long;

__device__ inline unsigned shared(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
__device__ inline void init(mbarrier *b, unsigned arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared(b)), "r"(arrivals) : "memory");
}
__device__ inline void fence_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ inline void fence_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ inline void arrive(mbarrier *b) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared(b)) : "memory");
}
__device__ inline void arrive_expect(mbarrier *b, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(b)), "r"(bytes) : "memory");
}
__device__ inline void arrive_with_copies(mbarrier *b) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(shared(b)) : "memory");
}
__device__ inline bool has_come(mbarrier *b, unsigned parity) {
  unsigned yes;
  asm volatile("{\n.reg .pred p;\n"
               "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
               "selp.u32 %0, 1, 0, p;\n}"
               : "=r"(yes)
               : "r"(shared(b)), "r"(parity)
               : "memory");
  return yes != 0;
}
__device__ inline void wait(mbarrier *b, unsigned parity) {
  while (!has_come(b, parity)) {
  }
}
__device__ inline void bulk_load(void *to, const void *from, unsigned bytes, mbarrier *b) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               ::"r"(shared(to)), "l"(from), "r"(bytes), "r"(shared(b))
               : "memory");
}
__device__ inline void bulk_store(void *to, const void *from, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(shared(from)), "r"(bytes)
               : "memory");
}
__device__ inline void commit_store() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
__device__ inline void wait_store_read() { asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); }
__device__ inline void load_box(void *to, const CUtensorMap *map, int x, int y, mbarrier *b) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
               " [%0], [%1, {%2, %3}], [%4];"
               ::"r"(shared(to)), "l"(map), "r"(x), "r"(y), "r"(shared(b))
               : "memory");
}
__device__ inline void copy16(void *to, const void *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared(to)), "l"(from) : "memory");
}
// Rows of 64 halves along K, in the pattern of 128 bytes.
__device__ inline uint64_t descriptor(const void *tile) {
  return uint64_t((shared(tile) & 0x3ffff) >> 4) | 1ull << 16 | 64ull << 32 | 1ull << 62;
}
__device__ inline void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ inline void wgmma_wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory");
}
__device__ inline void wgmma(float (&d)[4], uint64_t a, uint64_t b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(a), "l"(b));
}
