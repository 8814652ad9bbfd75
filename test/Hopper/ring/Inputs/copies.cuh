// Helpers around single instructions.
#pragma once
#include <cuda.h>
#include <cuda_runtime.h>
#include <cstdint>

__device__ inline unsigned at(const void *p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ inline void start(uint64_t *b, int n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(b)), "r"(n));
}
__device__ inline void show() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ inline void expect(uint64_t *b, int n) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(b)), "r"(n) : "memory");
}
__device__ inline bool asks(uint64_t *b, int parity) {
  unsigned done;
  asm volatile("{\n .reg .pred p;\n"
               " mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
               " selp.u32 %0, 1, 0, p;\n}"
               : "=r"(done) : "r"(at(b)), "r"(parity) : "memory");
  return done;
}
__device__ inline void stay(uint64_t *b, int parity) {
  while (!asks(b, parity)) {
  }
}
__device__ inline void row(void *to, const void *from, int n, uint64_t *b) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               ::"r"(at(to)), "l"(from), "r"(n), "r"(at(b)) : "memory");
}
__device__ inline void box(void *to, const CUtensorMap *m, int x, int y, uint64_t *b) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
               ::"r"(at(to)), "l"(m), "r"(x), "r"(y), "r"(at(b)) : "memory");
}
__device__ inline void box_to_all(void *to, const CUtensorMap *m, int x, int y, uint64_t *b, short blocks) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;"
               ::"r"(at(to)), "l"(m), "r"(x), "r"(y), "r"(at(b)), "h"(blocks) : "memory");
}
__device__ inline void product(float (&d)[4], const void *a, const void *b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0,%1,%2,%3}, %4, %5, 1, 1, 1, 0, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"((uint64_t)at(a) >> 4), "l"((uint64_t)at(b) >> 4));
}
__device__ inline void close() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ inline void left() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
