// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mbarrier and TMA by assembly; tiles and barrier are carved out of dynamic shared memory.
#include "tile.cuh"

__device__ __forceinline__ void barrier_init(uint64_t *bar, uint32_t count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void barrier_fence() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
__device__ __forceinline__ void barrier_expect(uint64_t *bar, uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(bar)), "r"(bytes)
               : "memory");
}
__device__ __forceinline__ void barrier_wait(uint64_t *bar, uint32_t parity) {
  asm volatile("{\n"
               ".reg .pred done;\n"
               "AGAIN_%=:\n"
               "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               "@!done bra AGAIN_%=;\n"
               "}" ::"r"(shared_address(bar)), "r"(parity)
               : "memory");
}
__device__ __forceinline__ void load_box(void *to, const CUtensorMap *map, int x, int y, uint64_t *bar) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
               " [%0], [%1, {%2, %3}], [%4];" ::"r"(shared_address(to)),
               "l"(reinterpret_cast<uint64_t>(map)), "r"(x), "r"(y), "r"(shared_address(bar))
               : "memory");
}

template <int WG>
static __global__ void __launch_bounds__(WG * 128)
    gemm(bf16 *C, int N, int K, const __grid_constant__ CUtensorMap mapA,
         const __grid_constant__ CUtensorMap mapB) {
  extern __shared__ __align__(1024) uint8_t smem[];
  bf16 *sA = reinterpret_cast<bf16 *>(smem);
  bf16 *sB = sA + BM * BK;
  uint64_t *full = reinterpret_cast<uint64_t *>(sB + BN * BK);
  const int tid = threadIdx.x;
  const int m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;
  if (tid == 0) {
    barrier_init(full, 1);
    barrier_fence();
  }
  __syncthreads();

  Slabs<WG> acc;
  clear(acc);
  for (int k = 0; k < K; k += BK) {
    if (tid == 0) {
      barrier_expect(full, (BM + BN) * BK * sizeof(bf16));
      load_box(sA, &mapA, k, m0, full);
      load_box(sB, &mapB, k, n0, full);
    }
    barrier_wait(full, (k / BK) & 1);
    multiply(acc, sA, sB);
    wgmma_wait<0>();
    __syncthreads();
  }
  store(acc, C, N, m0, n0);
}

#ifndef ENTRY
#define ENTRY single
#endif
void ENTRY(int warpgroups, bf16 *C, int M, int N, int K, const CUtensorMap &a, const CUtensorMap &b) {
  const dim3 grid(N / BN, M / BM);
  constexpr int bytes = (BM + BN) * BK * sizeof(bf16) + 64;
  if (warpgroups == 1)
    gemm<1><<<grid, 128, bytes>>>(C, N, K, a, b);
  else
    gemm<2><<<grid, 256, bytes>>>(C, N, K, a, b);
}
