// Half GEMM, A and B row-major, 64 x 128 x 64 with four warps of 32 x 64.
// ldmatrix.trans takes B as it lies; chunks of 16 bytes are swizzled. The
// pointers move along K.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>

typedef unsigned int u32;

#define LDSM4(r, addr)                                                         \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, "      \
               "[%4];\n"                                                       \
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])                \
               : "r"(addr))
#define LDSM4_T(r, addr)                                                       \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 "               \
               "{%0,%1,%2,%3}, [%4];\n"                                        \
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])                \
               : "r"(addr))

__device__ __forceinline__ void mma16816(float *d, const u32 *a, u32 b0,
                                         u32 b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__device__ __forceinline__ u32 smem(const void *p) {
  return (u32)__cvta_generic_to_shared(p);
}

__global__ __launch_bounds__(128, 2) void hgemm_nn(const half *A, const half *B,
                                                   half *C, int M, int N,
                                                   int K) {
  __shared__ __align__(128) half sA[64 * 64];  // 8 chunks a row
  __shared__ __align__(128) half sB[64 * 128]; // 16 chunks a row

  const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  const int wm = (warp >> 1) * 32, wn = (warp & 1) * 64;

  A += (size_t)blockIdx.y * 64 * K + (size_t)(t >> 3) * K + (t & 7) * 8;
  B += (size_t)(t >> 4) * N + blockIdx.x * 128 + (t & 15) * 8;

  float acc[2][8][4];
#pragma unroll
  for (int i = 0; i < 2; i++)
#pragma unroll
    for (int j = 0; j < 8; j++)
      acc[i][j][0] = acc[i][j][1] = acc[i][j][2] = acc[i][j][3] = 0.f;

  for (int k = 0; k < K; k += 64) {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const int r = (t >> 3) + 16 * i;
      *(uint4 *)(sA + r * 64 + (((t & 7) ^ (r & 7)) << 3)) =
          *(const uint4 *)(A + (size_t)(16 * i) * K);
    }
#pragma unroll
    for (int i = 0; i < 8; i++) {
      const int r = (t >> 4) + 8 * i;
      *(uint4 *)(sB + r * 128 + (((t & 15) ^ (r & 7)) << 3)) =
          *(const uint4 *)(B + (size_t)(8 * i) * N);
    }
    __syncthreads();
    A += 64;
    B += (size_t)64 * N;

#pragma unroll
    for (int kk = 0; kk < 4; kk++) {
      u32 a[2][4], b[4][4];
#pragma unroll
      for (int i = 0; i < 2; i++) {
        const int r = wm + i * 16 + (lane & 15), c = kk * 2 + (lane >> 4);
        LDSM4(a[i], smem(sA + r * 64 + ((c ^ (r & 7)) << 3)));
      }
#pragma unroll
      for (int j = 0; j < 4; j++) {
        const int r = kk * 16 + (lane & 15), c = wn / 8 + j * 2 + (lane >> 4);
        LDSM4_T(b[j], smem(sB + r * 128 + ((c ^ (r & 7)) << 3)));
      }
#pragma unroll
      for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 8; j++)
          mma16816(acc[i][j], a[i], b[j >> 1][(j & 1) * 2],
                   b[j >> 1][(j & 1) * 2 + 1]);
    }
    __syncthreads();
  }

  C += (size_t)(blockIdx.y * 64 + wm + (lane >> 2)) * N + blockIdx.x * 128 +
       wn + (lane & 3) * 2;
#pragma unroll
  for (int i = 0; i < 2; i++)
#pragma unroll
    for (int j = 0; j < 8; j++) {
      *(half2 *)(C + (size_t)(i * 16) * N + j * 8) =
          __floats2half2_rn(acc[i][j][0], acc[i][j][1]);
      *(half2 *)(C + (size_t)(i * 16 + 8) * N + j * 8) =
          __floats2half2_rn(acc[i][j][2], acc[i][j][3]);
    }
}

extern "C" void launch(const half *A, const half *B, half *C, int M, int N,
                       int K) {
  hgemm_nn<<<dim3(N / 128, M / 64), 128>>>(A, B, C, M, N, K);
}
