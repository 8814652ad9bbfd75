// A projection with its residual added: mma.m16n8k8 on fragments that are read
// from padded tiles by hand. 64 x 64 x 16, one element a load, zeros behind
// the edges.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <stdint.h>

#define BM 64
#define BN 64
#define BK 16
#define PAD 2

__device__ void mma_16x8x8(float c[4], uint32_t a0, uint32_t a1, uint32_t b) {
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
               "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};\n"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
               : "r"(a0), "r"(a1), "r"(b));
}

__device__ uint32_t pair(const half *p) {
  return *reinterpret_cast<const uint32_t *>(p);
}

__global__ void project_add(const half *x, const half *w, const half *residual,
                            half *out, int m, int n, int k) {
  // Both with k as the fast index: w is transposed in the store.
  __shared__ __align__(4) half xs[BM][BK + PAD];
  __shared__ __align__(4) half ws[BN][BK + PAD];

  const int tid = threadIdx.x;
  const int warp = tid / 32, lane = tid % 32;
  const int group = lane / 4, quad = lane % 4;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;

  float acc[8][4] = {};

  for (int k0 = 0; k0 < k; k0 += BK) {
    for (int i = tid; i < BM * BK; i += 128) {
      int r = i / BK, c = i % BK;
      xs[r][c] = (row0 + r < m && k0 + c < k)
                     ? x[(size_t)(row0 + r) * k + k0 + c]
                     : __float2half(0.f);
    }
    for (int i = tid; i < BK * BN; i += 128) {
      int r = i / BN, c = i % BN;
      ws[c][r] = (k0 + r < k && col0 + c < n)
                     ? w[(size_t)(k0 + r) * n + col0 + c]
                     : __float2half(0.f);
    }
    __syncthreads();

#pragma unroll
    for (int kk = 0; kk < BK; kk += 8) {
      uint32_t a0 = pair(&xs[warp * 16 + group][kk + quad * 2]);
      uint32_t a1 = pair(&xs[warp * 16 + group + 8][kk + quad * 2]);
#pragma unroll
      for (int j = 0; j < 8; j++)
        mma_16x8x8(acc[j], a0, a1, pair(&ws[j * 8 + group][kk + quad * 2]));
    }
    __syncthreads();
  }

  for (int j = 0; j < 8; j++)
    for (int e = 0; e < 4; e++) {
      int r = row0 + warp * 16 + group + (e / 2) * 8;
      int c = col0 + j * 8 + quad * 2 + e % 2;
      if (r < m && c < n) {
        size_t at = (size_t)r * n + c;
        out[at] = __float2half(acc[j][e] + __half2float(residual[at]));
      }
    }
}

extern "C" void launch(const half *x, const half *w, const half *residual,
                       half *out, int m, int n, int k) {
  dim3 grid((n + BN - 1) / BN, (m + BM - 1) / BM);
  project_add<<<grid, 128>>>(x, w, residual, out, m, n, k);
}
