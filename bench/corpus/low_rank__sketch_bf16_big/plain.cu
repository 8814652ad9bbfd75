// Y = X Omega with a thin random matrix: 128 x 128 results, 128 of K a trip in
// 68 KB of dynamic memory, 16 warps by wmma. One block on a multiprocessor's
// share of registers, few blocks in all.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_bf16.h>
#include <mma.h>

using namespace nvcuda;

constexpr int BM = 128, BN = 128, BK = 128, LDX = BK + 8, LDO = BN + 8;

struct __align__(32) SketchSmem {
  __nv_bfloat16 x[BM * LDX];
  __nv_bfloat16 omega[BK * LDO];
};

__global__ void __launch_bounds__(512, 1)
    sketch(const __nv_bfloat16 *__restrict__ x, const __nv_bfloat16 *__restrict__ omega,
           float *__restrict__ y, int n, int k) {
  extern __shared__ __align__(128) unsigned char raw[];
  SketchSmem &s = *reinterpret_cast<SketchSmem *>(raw);

  const int warp = threadIdx.x / 32;
  const int wm = warp / 4 * 32, wn = warp % 4 * 32;
  const size_t m0 = (size_t)blockIdx.y * BM, n0 = (size_t)blockIdx.x * BN;

  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    wmma::fill_fragment(acc[i / 2][i % 2], 0.f);

  for (int k0 = 0; k0 < k; k0 += BK) {
#pragma unroll
    for (int i = threadIdx.x; i < BM * BK / 8; i += 512) {
      const int r = i / (BK / 8), c = i % (BK / 8) * 8;
      *reinterpret_cast<uint4 *>(s.x + r * LDX + c) =
          *reinterpret_cast<const uint4 *>(x + (m0 + r) * k + k0 + c);
    }
#pragma unroll
    for (int i = threadIdx.x; i < BK * BN / 8; i += 512) {
      const int r = i / (BN / 8), c = i % (BN / 8) * 8;
      *reinterpret_cast<uint4 *>(s.omega + r * LDO + c) =
          *reinterpret_cast<const uint4 *>(omega + (size_t)(k0 + r) * n + n0 + c);
    }
    __syncthreads();

#pragma unroll
    for (int kk = 0; kk < BK; kk += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> a[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> b[2];
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        wmma::load_matrix_sync(a[i], s.x + (wm + 16 * i) * LDX + kk, LDX);
        wmma::load_matrix_sync(b[i], s.omega + kk * LDO + wn + 16 * i, LDO);
      }
#pragma unroll
      for (int i = 0; i < 4; ++i)
        wmma::mma_sync(acc[i / 2][i % 2], a[i / 2], b[i % 2], acc[i / 2][i % 2]);
    }
    __syncthreads();
  }

  for (int i = 0; i < 4; ++i)
    wmma::store_matrix_sync(y + (m0 + wm + i / 2 * 16) * n + n0 + wn + i % 2 * 16,
                            acc[i / 2][i % 2], n, wmma::mem_row_major);
}

extern "C" void launch(const __nv_bfloat16 *x, const __nv_bfloat16 *omega, float *y,
                       int m, int n, int k) {
  cudaFuncSetAttribute(sketch, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       sizeof(SketchSmem));
  sketch<<<dim3(n / BN, m / BM), 512, sizeof(SketchSmem)>>>(x, omega, y, n, k);
}
