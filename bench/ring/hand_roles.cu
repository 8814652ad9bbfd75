// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roles by hand, one warp behind the block: what the tool's are compared with. -DS=stages
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
__device__ __forceinline__ void barrier_arrive(uint64_t *bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(bar)) : "memory");
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

constexpr uint32_t TILE = BM * BK * 2;
template <int WG>
static __global__ void __launch_bounds__(WG * 128 + 32)
    gemm(bf16 *C, int N, int K, const __grid_constant__ CUtensorMap mapA,
         const __grid_constant__ CUtensorMap mapB) {
  extern __shared__ __align__(1024) unsigned char sm[];
  __shared__ uint64_t full[S], empty[S];
  const int tid = threadIdx.x, KT = K / BK;
  const int m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;
  if (tid == 0) {
    for (int s = 0; s < S; ++s) {
      barrier_init(&full[s], 1);
      barrier_init(&empty[s], WG * 4);
    }
    barrier_fence();
  }
  __syncthreads();
  if (tid >= WG * 128) {
    if (tid == WG * 128) {
      int s = 0, phase = 1;
      for (int kt = 0; kt < KT; ++kt) {
        barrier_wait(&empty[s], phase);
        barrier_expect(&full[s], 2 * TILE);
        load_box(sm + s * 2 * TILE, &mapA, kt * BK, m0, &full[s]);
        load_box(sm + s * 2 * TILE + TILE, &mapB, kt * BK, n0, &full[s]);
        if (++s == S) {
          s = 0;
          phase ^= 1;
        }
      }
    }
    return;
  }
  Slabs<WG> acc;
  clear(acc);
  int s = 0, phase = 0;
  for (int kt = 0; kt < KT; ++kt) {
    barrier_wait(&full[s], phase);
    multiply(acc, reinterpret_cast<const bf16 *>(sm + s * 2 * TILE),
             reinterpret_cast<const bf16 *>(sm + s * 2 * TILE + TILE));
    wgmma_wait<0>();
    if (tid % 32 == 0)
      barrier_arrive(&empty[s]);
    if (++s == S) {
      s = 0;
      phase ^= 1;
    }
  }
  store(acc, C, N, m0, n0);
}

void ENTRY(int warpgroups, bf16 *C, int M, int N, int K, const CUtensorMap &a, const CUtensorMap &b) {
  const dim3 grid(N / BN, M / BM);
  auto fn = warpgroups == 1 ? gemm<1> : gemm<2>;
  cudaFuncSetAttribute(fn, cudaFuncAttributeMaxDynamicSharedMemorySize, S * 2 * TILE);
  fn<<<grid, warpgroups * 128 + 32, S * 2 * TILE>>>(C, N, K, a, b);
}
