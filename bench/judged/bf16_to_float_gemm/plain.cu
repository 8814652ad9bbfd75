// C = A * B in bfloat16 with products and sums in float: pairs are loaded,
// converted and stored as float2.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_bf16.h>

template <typename Pair> __device__ float2 to_float2(Pair value);
template <> __device__ __forceinline__ float2 to_float2(__nv_bfloat162 value) {
  return __bfloat1622float2(value);
}

template <int BM, int BN, int BK>
__global__ void __launch_bounds__(256)
    gemm_bf16_f32(const __nv_bfloat162 *__restrict__ A,
                  const __nv_bfloat162 *__restrict__ B,
                  __nv_bfloat162 *__restrict__ C, int M, int N, int K) {
  __shared__ float2 As[BM][BK / 2 + 1];
  __shared__ float2 Bs[BK][BN / 2];

  const int tid = threadIdx.y * 16 + threadIdx.x;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  constexpr int RM = BM / 16, RN = BN / 32; // results: rows, pairs of columns
  float2 acc[RM][RN];
  for (int i = 0; i < RM; ++i)
    for (int j = 0; j < RN; ++j)
      acc[i][j] = make_float2(0.0f, 0.0f);

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = tid; i < BM * BK / 2; i += 256) {
      const int r = i / (BK / 2), c = i % (BK / 2);
      float2 value = make_float2(0.0f, 0.0f);
      if (row0 + r < M && k0 + 2 * c < K)
        value = to_float2(A[(static_cast<size_t>(row0 + r) * K + k0) / 2 + c]);
      As[r][c] = value;
    }
    for (int i = tid; i < BK * BN / 2; i += 256) {
      const int r = i / (BN / 2), c = i % (BN / 2);
      float2 value = make_float2(0.0f, 0.0f);
      if (k0 + r < K && col0 + 2 * c < N)
        value = to_float2(B[(static_cast<size_t>(k0 + r) * N + col0) / 2 + c]);
      Bs[r][c] = value;
    }
    __syncthreads();

#pragma unroll 4
    for (int k = 0; k < BK / 2; ++k) {
      float2 a[RM];
#pragma unroll
      for (int i = 0; i < RM; ++i)
        a[i] = As[threadIdx.y * RM + i][k];
#pragma unroll
      for (int j = 0; j < RN; ++j) {
        const float2 b0 = Bs[2 * k][threadIdx.x + 16 * j];
        const float2 b1 = Bs[2 * k + 1][threadIdx.x + 16 * j];
#pragma unroll
        for (int i = 0; i < RM; ++i) {
          acc[i][j].x += a[i].x * b0.x;
          acc[i][j].y += a[i].x * b0.y;
          acc[i][j].x += a[i].y * b1.x;
          acc[i][j].y += a[i].y * b1.y;
        }
      }
    }
    __syncthreads();
  }

  for (int i = 0; i < RM; ++i)
    for (int j = 0; j < RN; ++j) {
      const int row = row0 + threadIdx.y * RM + i;
      const int pair = col0 / 2 + threadIdx.x + 16 * j;
      if (row < M && 2 * pair < N)
        C[static_cast<size_t>(row) * N / 2 + pair] =
            __floats2bfloat162_rn(acc[i][j].x, acc[i][j].y);
    }
}

extern "C" void launch(const __nv_bfloat16 *A, const __nv_bfloat16 *B,
                       __nv_bfloat16 *C, int M, int N, int K) {
  const dim3 block(16, 16), grid((N + 127) / 128, (M + 63) / 64);
  gemm_bf16_f32<64, 128, 32>
      <<<grid, block>>>(reinterpret_cast<const __nv_bfloat162 *>(A),
                        reinterpret_cast<const __nv_bfloat162 *>(B),
                        reinterpret_cast<__nv_bfloat162 *>(C), M, N, K);
}
