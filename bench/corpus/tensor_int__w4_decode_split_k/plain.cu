// Decoding with a batch of eight: weights of four bits with a scale for 64 of
// them, a column a thread, products in half2, a quarter of K a block.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>

#define BATCH 8
#define GROUP 64
#define COLS 128

// Two nibbles as a half2 of q - 8: 0x6400 is 1024 in half.
__device__ __forceinline__ half2 nibbles(unsigned q, int shift) {
  const unsigned bits = ((q >> shift) & 0x0000000fu) |
                        (((q >> (shift + 4)) & 0x0000000fu) << 16) | 0x64006400u;
  const half2 h = *reinterpret_cast<const half2 *>(&bits);
  return __hsub2(h, __float2half2_rn(1032.0f));
}

__global__ void __launch_bounds__(COLS)
    w4_decode(const half *__restrict__ x, const unsigned *__restrict__ qweight,
              const half *__restrict__ scales, float *__restrict__ partial,
              int n, int k) {
  __shared__ unsigned q_tile[GROUP / 8][COLS];
  __shared__ half s_tile[COLS];
  __shared__ __align__(16) half x_tile[BATCH][GROUP];

  const int t = threadIdx.x;
  const int n0 = blockIdx.x * COLS;
  const int part = k / 4;
  const int k_begin = blockIdx.y * part, k_end = k_begin + part;

  float acc[BATCH];
#pragma unroll
  for (int b = 0; b < BATCH; b++)
    acc[b] = 0.f;

  for (int k0 = k_begin; k0 < k_end; k0 += GROUP) {
#pragma unroll
    for (int i = t; i < GROUP / 8 * COLS / 4; i += COLS) {
      const int r = i / (COLS / 4), c = i % (COLS / 4) * 4;
      *reinterpret_cast<uint4 *>(&q_tile[r][c]) =
          *reinterpret_cast<const uint4 *>(
              &qweight[(size_t)(k0 / 8 + r) * n + n0 + c]);
    }
    if (t < BATCH * GROUP / 8)
      *reinterpret_cast<uint4 *>(&x_tile[t / 8][t % 8 * 8]) =
          *reinterpret_cast<const uint4 *>(
              &x[(size_t)(t / 8) * k + k0 + t % 8 * 8]);
    s_tile[t] = scales[(size_t)(k0 / GROUP) * n + n0 + t];
    __syncthreads();

    half2 sum[BATCH];
#pragma unroll
    for (int b = 0; b < BATCH; b++)
      sum[b] = __float2half2_rn(0.f);
#pragma unroll
    for (int w = 0; w < GROUP / 8; w++) {
      const unsigned q = q_tile[w][t];
#pragma unroll
      for (int p = 0; p < 4; p++) {
        const half2 v = nibbles(q, p * 8);
#pragma unroll
        for (int b = 0; b < BATCH; b++)
          sum[b] = __hfma2(
              v, *reinterpret_cast<const half2 *>(&x_tile[b][w * 8 + p * 2]),
              sum[b]);
      }
    }
    const float scale = __half2float(s_tile[t]);
#pragma unroll
    for (int b = 0; b < BATCH; b++)
      acc[b] += scale * (__low2float(sum[b]) + __high2float(sum[b]));
    __syncthreads();
  }

  for (int b = 0; b < BATCH; b++)
    partial[((size_t)blockIdx.y * BATCH + b) * n + n0 + t] = acc[b];
}

extern "C" void launch(const half *x, const unsigned *qweight,
                       const half *scales, float *partial, int n, int k) {
  w4_decode<<<dim3(n / COLS, 4), COLS>>>(x, qweight, scales, partial, n, k);
}
