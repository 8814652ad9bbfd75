// By hand: cp.async, HAND_STAGES stages. C = A * B^T, half in, float out.
// mma.sync.m16n8k16, ldmatrix, 128 x 128 x 64, four warps of 64 x 64. 16-byte
// chunks of a row are XORed with the row.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

namespace gemm {
constexpr int BM = 128, BN = 128, BK = 64;
constexpr int kWarps = 4, kThreads = kWarps * 32;
constexpr int kChunks = BK / 8;                  // 16-byte chunks in a row
constexpr int kRowsPerPass = kThreads / kChunks; // 16

__device__ __forceinline__ int swz(int row, int chunk) {
  return row * BK + ((chunk ^ (row & 7)) << 3);
}

__device__ __forceinline__ void ldsm4(uint32_t (&r)[4], const half *p) {
  uint32_t s = static_cast<uint32_t>(__cvta_generic_to_shared(p));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(s)
               : "memory");
}

__device__ __forceinline__ void mma(float (&d)[4], const uint32_t (&a)[4],
                                    uint32_t b0, uint32_t b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__global__ void __launch_bounds__(kThreads)
    gemm_nt(const half *__restrict__ A, const half *__restrict__ B,
            float *__restrict__ C, int M, int N, int K) {
  constexpr int S = HAND_STAGES, STAGE = (BM + BN) * BK;
  extern __shared__ __align__(128) half smem[];
  const int tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
  const int wm = warp / 2 * 64, wn = warp % 2 * 64;
  const int bm = blockIdx.y * BM, bn = blockIdx.x * BN;

  float acc[4][8][4] = {};

  const int row = tid / kChunks, chunk = tid % kChunks, to = swz(row, chunk);
  const half *pa = A + (size_t)(bm + row) * K + chunk * 8;
  const half *pb = B + (size_t)(bn + row) * K + chunk * 8;
  auto load = [&](int s) {
    half *tile = smem + s * STAGE + to;
#pragma unroll
    for (int i = 0; i < BM / kRowsPerPass; ++i) {
      __pipeline_memcpy_async(tile + i * kRowsPerPass * BK,
                              pa + (size_t)i * kRowsPerPass * K, 16);
      __pipeline_memcpy_async(tile + (BM + i * kRowsPerPass) * BK,
                              pb + (size_t)i * kRowsPerPass * K, 16);
    }
    pa += BK;
    pb += BK;
  };
  const int trips = (K + BK - 1) / BK;
  for (int s = 0; s < S - 1; ++s) {
    if (s < trips)
      load(s);
    __pipeline_commit();
  }
  int stage = 0, fill = S - 1;
#pragma unroll 1
  for (int t = 0; t < trips; ++t) {
    __pipeline_wait_prior(S - 2);
    __syncthreads();
    if (t + S - 1 < trips)
      load(fill);
    __pipeline_commit();
    const half *sA = smem + stage * STAGE, *sB = sA + BM * BK;
#pragma unroll
    for (int kk = 0; kk < BK / 16; ++kk) {
      uint32_t a[4][4], b[4][4];
#pragma unroll
      for (int i = 0; i < 4; ++i)
        ldsm4(a[i], sA + swz(wm + i * 16 + lane % 16, kk * 2 + lane / 16));
#pragma unroll
      for (int j = 0; j < 4; ++j)
        ldsm4(b[j], sB + swz(wn + j * 16 + lane % 16, kk * 2 + lane / 16));
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j)
          mma(acc[i][j], a[i], b[j / 2][j % 2], b[j / 2][j % 2 + 2]);
    }
    stage = stage + 1 == S ? 0 : stage + 1;
    fill = fill + 1 == S ? 0 : fill + 1;
  }

#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      float *p = C + (size_t)(bm + wm + i * 16 + lane / 4) * N + bn + wn +
                 j * 8 + lane % 4 * 2;
      *reinterpret_cast<float2 *>(p) = make_float2(acc[i][j][0], acc[i][j][1]);
      *reinterpret_cast<float2 *>(p + (size_t)8 * N) =
          make_float2(acc[i][j][2], acc[i][j][3]);
    }
}
} // namespace gemm

extern "C" void launch(const half *A, const half *B, float *C, int M, int N,
                       int K) {
  const int bytes = HAND_STAGES * (gemm::BM + gemm::BN) * gemm::BK * 2;
  static bool once =
      (cudaFuncSetAttribute(gemm::gemm_nt,
                            cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
       true);
  (void)once;
  gemm::gemm_nt<<<dim3(N / gemm::BN, M / gemm::BM), gemm::kThreads, bytes>>>(
      A, B, C, M, N, K);
}
