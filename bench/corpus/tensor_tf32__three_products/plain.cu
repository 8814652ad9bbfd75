// float products with nearly float's accuracy from tf32 tensor cores: each factor
// is a large and a small part, three products are added. 64 x 64 x 16 a block,
// four warps of 32 x 32.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <mma.h>

using namespace nvcuda::wmma;

#define WARPS 4
#define TB_M 64
#define TB_N 64
#define TB_K 16
#define SKEW_A 4
#define SKEW_B 4

using FragmentA = fragment<matrix_a, 16, 16, 8, precision::tf32, row_major>;
using FragmentB = fragment<matrix_b, 16, 16, 8, precision::tf32, col_major>;
using FragmentC = fragment<accumulator, 16, 16, 8, float>;

template <typename Fragment>
__device__ __forceinline__ void split(const Fragment &whole, Fragment &large,
                                      Fragment &small) {
#pragma unroll
  for (int i = 0; i < whole.num_elements; ++i) {
    large.x[i] = __float_to_tf32(whole.x[i]);
    small.x[i] = __float_to_tf32(whole.x[i] - large.x[i]);
  }
}

__global__ void __launch_bounds__(32 * WARPS)
    sgemm_3xtf32(const float *__restrict__ A, const float *__restrict__ Bt,
                 const float *__restrict__ bias, float *__restrict__ C, int N,
                 int K) {
  __shared__ __align__(32) float sA[TB_M][TB_K + SKEW_A];
  __shared__ __align__(32) float sB[TB_N][TB_K + SKEW_B];
  __shared__ __align__(32) float sBias[16][TB_N + 8];

  const int warp = threadIdx.x >> 5;
  const int wm = (warp >> 1) << 5, wn = (warp & 1) << 5;
  const int m0 = blockIdx.y * TB_M, n0 = blockIdx.x * TB_N;

  for (int i = threadIdx.x; i < 16 * TB_N; i += 32 * WARPS)
    sBias[i / TB_N][i % TB_N] = bias[n0 + i % TB_N];
  __syncthreads();

  FragmentC c[2][2];
#pragma unroll
  for (int j = 0; j < 2; ++j) {
    load_matrix_sync(c[0][j], &sBias[0][wn + 16 * j], TB_N + 8, mem_row_major);
    load_matrix_sync(c[1][j], &sBias[0][wn + 16 * j], TB_N + 8, mem_row_major);
  }

  const int load_row = threadIdx.x >> 2, load_col = (threadIdx.x & 3) << 2;
  const float *pA = A + (size_t)(m0 + load_row) * K + load_col;
  const float *pB = Bt + (size_t)(n0 + load_row) * K + load_col;

  for (int remaining = K / TB_K; remaining > 0; --remaining) {
    *reinterpret_cast<float4 *>(&sA[load_row][load_col]) =
        *reinterpret_cast<const float4 *>(pA);
    *reinterpret_cast<float4 *>(&sA[load_row + 32][load_col]) =
        *reinterpret_cast<const float4 *>(pA + (size_t)32 * K);
    *reinterpret_cast<float4 *>(&sB[load_row][load_col]) =
        *reinterpret_cast<const float4 *>(pB);
    *reinterpret_cast<float4 *>(&sB[load_row + 32][load_col]) =
        *reinterpret_cast<const float4 *>(pB + (size_t)32 * K);
    __syncthreads();

#pragma unroll
    for (int k = 0; k < TB_K; k += 8) {
      FragmentA a, a_large[2], a_small[2];
      FragmentB b, b_large, b_small;
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        load_matrix_sync(a, &sA[wm + 16 * i][k], TB_K + SKEW_A);
        split(a, a_large[i], a_small[i]);
      }
#pragma unroll
      for (int j = 0; j < 2; ++j) {
        load_matrix_sync(b, &sB[wn + 16 * j][k], TB_K + SKEW_B);
        split(b, b_large, b_small);
#pragma unroll
        for (int i = 0; i < 2; ++i) {
          mma_sync(c[i][j], a_small[i], b_large, c[i][j]);
          mma_sync(c[i][j], a_large[i], b_small, c[i][j]);
          mma_sync(c[i][j], a_large[i], b_large, c[i][j]);
        }
      }
    }
    __syncthreads();
    pA += TB_K;
    pB += TB_K;
  }

#pragma unroll
  for (int i = 0; i < 2; ++i)
#pragma unroll
    for (int j = 0; j < 2; ++j)
      store_matrix_sync(
          &C[(size_t)(m0 + wm + 16 * i) * N + n0 + wn + 16 * j], c[i][j], N,
          mem_row_major);
}

extern "C" void launch(const float *A, const float *Bt, const float *bias,
                       float *C, int M, int N, int K) {
  sgemm_3xtf32<<<dim3(N / TB_N, M / TB_M), 32 * WARPS>>>(A, Bt, bias, C, N, K);
}
