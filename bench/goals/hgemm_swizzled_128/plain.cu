// C = A * B^T, half in, float out. mma.sync.m16n8k16, ldmatrix, 128 x 128 x 64,
// four warps of 64 x 64. 16-byte chunks of a row are XORed with the row.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <cuda_fp16.h>

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
               : "r"(s));
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
  __shared__ __align__(128) half sA[BM * BK];
  __shared__ __align__(128) half sB[BN * BK];
  const int tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
  const int wm = warp / 2 * 64, wn = warp % 2 * 64;
  const int bm = blockIdx.y * BM, bn = blockIdx.x * BN;

  float acc[4][8][4] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    const int chunk = tid % kChunks;
    int row = tid / kChunks;
    const half *pa = A + (size_t)(bm + row) * K + k0 + chunk * 8;
    const half *pb = B + (size_t)(bn + row) * K + k0 + chunk * 8;
#pragma unroll
    for (int i = 0; i < BM / kRowsPerPass; ++i) {
      *reinterpret_cast<uint4 *>(sA + swz(row, chunk)) =
          *reinterpret_cast<const uint4 *>(pa);
      *reinterpret_cast<uint4 *>(sB + swz(row, chunk)) =
          *reinterpret_cast<const uint4 *>(pb);
      row += kRowsPerPass;
      pa += (size_t)kRowsPerPass * K;
      pb += (size_t)kRowsPerPass * K;
    }
    __syncthreads();

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
    __syncthreads();
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
  gemm::gemm_nt<<<dim3(N / gemm::BN, M / gemm::BM), gemm::kThreads>>>(A, B, C,
                                                                      M, N, K);
}
