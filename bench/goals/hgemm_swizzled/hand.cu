// By hand: cp.async, HAND_STAGES stages in dynamic memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <stdint.h>
constexpr int BM = 256, BN = 128, BK = 32, S = HAND_STAGES,
              STAGE = (BM + BN) * BK;
#define LDMATRIX_X2(R0, R1, addr)                                              \
  asm volatile("ldmatrix.sync.aligned.x2.m8n8.shared.b16 {%0, %1}, [%2];\n"    \
               : "=r"(R0), "=r"(R1)                                            \
               : "r"(addr)                                                     \
               : "memory")
#define LDMATRIX_X4(R0, R1, R2, R3, addr)                                      \
  asm volatile(                                                                \
      "ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];\n"     \
      : "=r"(R0), "=r"(R1), "=r"(R2), "=r"(R3)                                 \
      : "r"(addr)                                                              \
      : "memory")
#define HMMA16816(RD0, RD1, RA0, RA1, RA2, RA3, RB0, RB1, RC0, RC1)            \
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, "  \
               "{%2, %3, %4, %5}, {%6, %7}, {%8, %9};\n"                       \
               : "=r"(RD0), "=r"(RD1)                                          \
               : "r"(RA0), "r"(RA1), "r"(RA2), "r"(RA3), "r"(RB0), "r"(RB1),   \
                 "r"(RC0), "r"(RC1))
__global__ void __launch_bounds__(256)
    hgemm(const half *__restrict__ A, const half *__restrict__ B,
          half *__restrict__ C, int M, int N, int K) {
  extern __shared__ __align__(128) half smem[];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int wi = warp / 2 * 64, wj = warp % 2 * 64;
  const size_t row0 = (size_t)blockIdx.y * BM, col0 = (size_t)blockIdx.x * BN;
  uint32_t c[4][8][2] = {};
  const half *a = A + (row0 + t / 4) * K + t % 4 * 8,
             *b = B + (col0 + t / 4) * K + t % 4 * 8;
  const int to = t / 4 * BK + ((t % 4) ^ ((t / 8) & 3)) * 8;
  const size_t step = (size_t)64 * K;
  auto load = [&](int s) {
    half *tile = smem + s * STAGE + to;
#pragma unroll
    for (int i = 0; i < 4; ++i)
      __pipeline_memcpy_async(tile + i * 64 * BK, a + i * step, 16);
#pragma unroll
    for (int i = 0; i < 2; ++i)
      __pipeline_memcpy_async(tile + (BM + i * 64) * BK, b + i * step, 16);
    a += BK;
    b += BK;
  };
  const int trips = (K + BK - 1) / BK;
  for (int s = 0; s < S - 1; ++s) {
    if (s < trips)
      load(s);
    __pipeline_commit();
  }
  uint32_t base = __cvta_generic_to_shared(smem);
  uint32_t at_a[2], at_b[2];
#pragma unroll
  for (int k = 0; k < 2; ++k) {
    const int ra = wi + lane % 16, rb = BM + wj + lane % 8;
    at_a[k] =
        base + (ra * BK + ((k * 2 + lane / 16) ^ ((ra >> 1) & 3)) * 8) * 2;
    at_b[k] =
        base + (rb * BK + ((k * 2 + lane / 8 % 2) ^ ((rb >> 1) & 3)) * 8) * 2;
  }
  int stage = 0, fill = S - 1;
#pragma unroll 1
  for (int tk = 0; tk < trips; ++tk) {
    __pipeline_wait_prior(S - 2);
    __syncthreads();
    if (tk + S - 1 < trips)
      load(fill);
    __pipeline_commit();
    const uint32_t off = stage * STAGE * 2;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
      uint32_t ra[4][4], rb[8][2];
#pragma unroll
      for (int i = 0; i < 4; ++i)
        LDMATRIX_X4(ra[i][0], ra[i][1], ra[i][2], ra[i][3],
                    at_a[k] + off + i * 16 * BK * 2);
#pragma unroll
      for (int j = 0; j < 8; ++j)
        LDMATRIX_X2(rb[j][0], rb[j][1], at_b[k] + off + j * 8 * BK * 2);
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j)
          HMMA16816(c[i][j][0], c[i][j][1], ra[i][0], ra[i][1], ra[i][2],
                    ra[i][3], rb[j][0], rb[j][1], c[i][j][0], c[i][j][1]);
    }
    stage = stage + 1 == S ? 0 : stage + 1;
    fill = fill + 1 == S ? 0 : fill + 1;
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      half *dst = &C[(row0 + wi + i * 16 + lane / 4) * N + col0 + wj + j * 8];
      *((uint32_t *)dst + lane % 4) = c[i][j][0];
      *((uint32_t *)(dst + (size_t)8 * N) + lane % 4) = c[i][j][1];
    }
}
extern "C" void launch(half *A, half *B, half *C, int M, int N, int K) {
  const int bytes = S * STAGE * 2;
  static bool once =
      (cudaFuncSetAttribute(hgemm, cudaFuncAttributeMaxDynamicSharedMemorySize,
                            bytes),
       true);
  (void)once;
  hgemm<<<dim3(N / BN, M / BM), 256, bytes>>>(A, B, C, M, N, K);
}
