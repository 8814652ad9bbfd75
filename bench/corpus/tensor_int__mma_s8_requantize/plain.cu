// int8 in, int8 out: mma.m16n8k32 on fragments read from rows of 80 bytes, a
// scale for each output channel, rounded and saturated. 128 x 64 x 64 a block,
// four warps of 32 x 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>

struct S8Tiles {
  int8_t a[128][80];
  int8_t b[64][80];
};

__device__ __forceinline__ void mma_s8(int (&d)[4], const int (&a)[4],
                                       const int (&b)[2]) {
  asm volatile(
      "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n"
      : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__device__ __forceinline__ int word(const int8_t *p) {
  return *reinterpret_cast<const int *>(p);
}

__device__ __forceinline__ int8_t requantize(int sum, float scale) {
  const int q = __float2int_rn(static_cast<float>(sum) * scale * 1e-3f);
  return static_cast<int8_t>(max(-128, min(127, q)));
}

__global__ void __launch_bounds__(128)
    conv1x1_s8(const int8_t *__restrict__ A, const int8_t *__restrict__ B,
               const float *__restrict__ scale, int8_t *__restrict__ C, int N,
               int K) {
  __shared__ alignas(16) S8Tiles tiles;

  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int group = lane / 4, quad = lane % 4;
  const int m0 = blockIdx.x * 128, n0 = blockIdx.y * 64;
  const int row = threadIdx.x / 4, at = threadIdx.x % 4 * 16;

  int acc[2][8][4] = {};

#pragma unroll 1
  for (int k = 0; k < K; k += 64) {
#pragma unroll
    for (int r = row; r < 128; r += 32)
      *reinterpret_cast<uint4 *>(&tiles.a[r][at]) =
          *reinterpret_cast<const uint4 *>(
              &A[static_cast<size_t>(m0 + r) * K + k + at]);
#pragma unroll
    for (int r = row; r < 64; r += 32)
      *reinterpret_cast<uint4 *>(&tiles.b[r][at]) =
          *reinterpret_cast<const uint4 *>(
              &B[static_cast<size_t>(n0 + r) * K + k + at]);
    __syncthreads();

#pragma unroll
    for (int kk = 0; kk < 64; kk += 32) {
      int a[2][4];
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        const int r = warp * 32 + i * 16 + group;
        a[i][0] = word(&tiles.a[r][kk + quad * 4]);
        a[i][1] = word(&tiles.a[r + 8][kk + quad * 4]);
        a[i][2] = word(&tiles.a[r][kk + quad * 4 + 16]);
        a[i][3] = word(&tiles.a[r + 8][kk + quad * 4 + 16]);
      }
#pragma unroll
      for (int j = 0; j < 8; ++j) {
        const int b[2] = {word(&tiles.b[j * 8 + group][kk + quad * 4]),
                          word(&tiles.b[j * 8 + group][kk + quad * 4 + 16])};
        mma_s8(acc[0][j], a[0], b);
        mma_s8(acc[1][j], a[1], b);
      }
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 2; ++i)
#pragma unroll
    for (int j = 0; j < 8; ++j)
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        const int m = m0 + warp * 32 + i * 16 + h * 8 + group;
        const int n = n0 + j * 8 + quad * 2;
        char2 q;
        q.x = requantize(acc[i][j][h * 2], scale[n]);
        q.y = requantize(acc[i][j][h * 2 + 1], scale[n + 1]);
        *reinterpret_cast<char2 *>(&C[static_cast<size_t>(m) * N + n]) = q;
      }
}

extern "C" void launch(const signed char *A, const signed char *B,
                       const float *scale, signed char *C, int M, int N,
                       int K) {
  conv1x1_s8<<<dim3(M / 128, N / 64), 128>>>(A, B, scale, C, N, K);
}
