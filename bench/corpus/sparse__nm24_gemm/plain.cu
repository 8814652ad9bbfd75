// Weights of which two of four are kept (2:4), times half activations, without
// the sparse tensor cores: two values and a byte with their two places for each
// group. 64 rows x 64 columns a block, 32 of the dense depth a trip.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <stdint.h>

#define BLK_M 64
#define BLK_N 64
#define BLK_K 32
#define GROUPS (BLK_K / 4)

__global__ void __launch_bounds__(256)
    sparse24_gemm(const half2 *__restrict__ kept, // M x K / 4
                  const uint8_t *__restrict__ places,
                  const half *__restrict__ act, // K x N
                  half *__restrict__ out, int M, int N, int K) {
  __shared__ half2 kept_s[BLK_M][GROUPS + 1];
  __shared__ uint8_t place_s[BLK_M][GROUPS];
  __shared__ half2 act_s[BLK_K][BLK_N / 2];

  const int tid = threadIdx.x;
  const int tx = tid & 15, ty = tid >> 4; // two pairs of columns, four rows
  const int m0 = blockIdx.y * BLK_M, n0 = blockIdx.x * BLK_N;
  const int groups = K / 4;

  float2 acc[4][2];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    acc[i / 2][i % 2] = make_float2(0.f, 0.f);

  for (int g0 = 0; g0 < groups; g0 += GROUPS) {
    for (int i = tid; i < BLK_M * GROUPS; i += 256) {
      const int r = i / GROUPS, g = i % GROUPS;
      const size_t at = (size_t)(m0 + r) * groups + g0 + g;
      kept_s[r][g] = kept[at];
      place_s[r][g] = places[at];
    }
    for (int i = tid; i < BLK_K * BLK_N / 2; i += 256) {
      const int r = i / (BLK_N / 2), c = i % (BLK_N / 2);
      act_s[r][c] = *reinterpret_cast<const half2 *>(
          &act[(size_t)(g0 * 4 + r) * N + n0 + 2 * c]);
    }
    __syncthreads();

    for (int g = 0; g < GROUPS; ++g) {
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const float2 w = __half22float2(kept_s[ty * 4 + i][g]);
        const int place = place_s[ty * 4 + i][g];
        const int first = g * 4 + (place & 3), second = g * 4 + (place >> 2 & 3);
#pragma unroll
        for (int j = 0; j < 2; ++j) {
          const float2 a = __half22float2(act_s[first][tx + 16 * j]);
          const float2 b = __half22float2(act_s[second][tx + 16 * j]);
          acc[i][j].x += w.x * a.x + w.y * b.x;
          acc[i][j].y += w.x * a.y + w.y * b.y;
        }
      }
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 2; ++j)
      *reinterpret_cast<half2 *>(
          &out[(size_t)(m0 + ty * 4 + i) * N + n0 + 2 * (tx + 16 * j)]) =
          __floats2half2_rn(acc[i][j].x, acc[i][j].y);
}

extern "C" void launch(const half *kept, const uint8_t *places, const half *act,
                       half *out, int M, int N, int K) {
  sparse24_gemm<<<dim3(N / BLK_N, M / BLK_M), 256>>>(
      reinterpret_cast<const half2 *>(kept), places, act, out, M, N, K);
}
