// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuda::barrier with tokens, cde:: copies.
#include "tile.cuh"
#include <cuda/barrier>
#include <utility>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

template <int WG>
static __global__ void __launch_bounds__(WG * 128)
    gemm(bf16 *C, int N, int K, const __grid_constant__ CUtensorMap mapA,
         const __grid_constant__ CUtensorMap mapB) {
  __shared__ alignas(1024) bf16 As[BM * BK];
  __shared__ alignas(1024) bf16 Bs[BN * BK];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier barA;
  __shared__ barrier barB;
  const int m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;
  if (threadIdx.x == 0) {
    init(&barA, blockDim.x);
    init(&barB, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();

  Slabs<WG> acc;
  clear(acc);
  barrier::arrival_token tokenA, tokenB;
  for (int kt = 0; kt < K / BK; ++kt) {
    if (threadIdx.x == 0) {
      cde::cp_async_bulk_tensor_2d_global_to_shared(As, &mapA, kt * BK, m0, barA);
      tokenA = cuda::device::barrier_arrive_tx(barA, 1, sizeof(As));
      cde::cp_async_bulk_tensor_2d_global_to_shared(Bs, &mapB, kt * BK, n0, barB);
      tokenB = cuda::device::barrier_arrive_tx(barB, 1, sizeof(Bs));
    } else {
      tokenA = barA.arrive();
      tokenB = barB.arrive();
    }
    barA.wait(std::move(tokenA));
    barB.wait(std::move(tokenB));
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
