// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mbarrier and TMA by cuda::ptx; a phase that turns.
#include "tile.cuh"
#include <cuda/ptx>

namespace ptx = cuda::ptx;

template <int WG>
static __global__ void __launch_bounds__(WG * 128)
    gemm(bf16 *C, int N, int K, const __grid_constant__ CUtensorMap mapA,
         const __grid_constant__ CUtensorMap mapB) {
  __shared__ alignas(1024) bf16 As[BM * BK];
  __shared__ alignas(1024) bf16 Bs[BN * BK];
  __shared__ uint64_t full;
  const int m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;
  const int tiles = K / BK;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();

  Slabs<WG> acc;
  clear(acc);
  uint32_t phase = 0;
  for (int kt = 0; kt < tiles; ++kt) {
    if (threadIdx.x == 0) {
      const int32_t atA[2] = {kt * BK, m0};
      const int32_t atB[2] = {kt * BK, n0};
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                     sizeof(As) + sizeof(Bs));
      ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, As, &mapA, atA, &full);
      ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, Bs, &mapB, atB, &full);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, phase))
      ;
    phase ^= 1;
    multiply(acc, As, Bs);
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
  if (warpgroups == 1)
    gemm<1><<<grid, 128>>>(C, N, K, a, b);
  else
    gemm<2><<<grid, 256>>>(C, N, K, a, b);
}
