// C = A * B^T with mma.sync: 128 x 128 x 32, eight warps of 64 x 32, rows of
// the tiles are swizzled instead of padded.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>
#include <cuda_fp16.h>

static constexpr int kM = 128, kN = 128, kK = 32;
static constexpr int kThreads = 256;

__device__ __forceinline__ void ldmatrix_x4(uint32_t &r0, uint32_t &r1,
                                            uint32_t &r2, uint32_t &r3,
                                            const void *p) {
  uint32_t address = static_cast<uint32_t>(__cvta_generic_to_shared(p));
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"
      : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3)
      : "r"(address));
}

__device__ __forceinline__ void mma_16816(float (&d)[4], const uint32_t (&a)[4],
                                          uint32_t b0, uint32_t b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%0, %1, %2, %3};\n"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// Chunks of eight halves; four chunks a row.
__device__ __forceinline__ int swizzled(int row, int chunk) {
  return row * kK + ((chunk ^ ((row >> 1) & 3)) << 3);
}

__global__ void __launch_bounds__(kThreads)
    hgemm_kernel(const __half *__restrict__ A, const __half *__restrict__ B,
                 float *__restrict__ C, int M, int N, int K) {
  __shared__ __align__(16) __half As[kM * kK];
  __shared__ __align__(16) __half Bs[kN * kK];

  const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
  const int warp_m = (warp & 1) * 64, warp_n = (warp >> 1) * 32;
  const __half *gA = A + static_cast<size_t>(blockIdx.y) * kM * K;
  const __half *gB = B + static_cast<size_t>(blockIdx.x) * kN * K;

  float acc[4][4][4] = {};

  const int tiles = K / kK;
  for (int t = 0; t < tiles; ++t) {
#pragma unroll
    for (int i = 0; i < kM * kK / 8 / kThreads; ++i) {
      const int index = tid + i * kThreads, row = index >> 2, chunk = index & 3;
      *reinterpret_cast<uint4 *>(&As[swizzled(row, chunk)]) =
          *reinterpret_cast<const uint4 *>(
              &gA[static_cast<size_t>(row) * K + t * kK + chunk * 8]);
    }
#pragma unroll
    for (int i = 0; i < kN * kK / 8 / kThreads; ++i) {
      const int index = tid + i * kThreads, row = index >> 2, chunk = index & 3;
      *reinterpret_cast<uint4 *>(&Bs[swizzled(row, chunk)]) =
          *reinterpret_cast<const uint4 *>(
              &gB[static_cast<size_t>(row) * K + t * kK + chunk * 8]);
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < kK; k += 16) {
      uint32_t a[4][4], b[2][4];
#pragma unroll
      for (int i = 0; i < 4; ++i)
        ldmatrix_x4(
            a[i][0], a[i][1], a[i][2], a[i][3],
            &As[swizzled(warp_m + i * 16 + (lane & 15), k / 8 + (lane >> 4))]);
#pragma unroll
      for (int j = 0; j < 2; ++j)
        ldmatrix_x4(
            b[j][0], b[j][1], b[j][2], b[j][3],
            &Bs[swizzled(warp_n + j * 16 + (lane & 15), k / 8 + (lane >> 4))]);
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          mma_16816(acc[i][j], a[i], b[j / 2][j % 2], b[j / 2][j % 2 + 2]);
    }
    __syncthreads();
  }

  const int row = blockIdx.y * kM + warp_m + lane / 4;
  const int col = blockIdx.x * kN + warp_n + lane % 4 * 2;
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      float *at = &C[static_cast<size_t>(row + i * 16) * N + col + j * 8];
      *reinterpret_cast<float2 *>(at) = make_float2(acc[i][j][0], acc[i][j][1]);
      *reinterpret_cast<float2 *>(at + static_cast<size_t>(8) * N) =
          make_float2(acc[i][j][2], acc[i][j][3]);
    }
}

extern "C" void launch(const __half *A, const __half *B, float *C, int M, int N,
                       int K) {
  hgemm_kernel<<<dim3(N / kN, M / kM), kThreads>>>(A, B, C, M, N, K);
}
