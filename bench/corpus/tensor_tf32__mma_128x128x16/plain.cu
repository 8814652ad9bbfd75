// C = A * B^T with mma.sync m16n8k8 on tf32: 128 x 128 x 16 a block, eight warps
// of 64 x 32; elements are rounded to tf32 on their way to shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>
#include <cuda_runtime.h>

namespace tf32 {

static constexpr int BM = 128, BN = 128, BK = 16;
static constexpr int PITCH = BK + 4; // fragments without bank conflicts
static constexpr int THREADS = 256;

__device__ __forceinline__ uint32_t round_to_tf32(float x) {
  uint32_t r;
  asm("cvt.rna.tf32.f32 %0, %1;\n" : "=r"(r) : "f"(x));
  return r;
}

__device__ __forceinline__ uint4 round_to_tf32(float4 v) {
  return make_uint4(round_to_tf32(v.x), round_to_tf32(v.y), round_to_tf32(v.z),
                    round_to_tf32(v.w));
}

__device__ __forceinline__ void mma(float (&c)[4], const uint32_t (&a)[4],
                                    const uint32_t (&b)[2]) {
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%0, %1, %2, %3};\n"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),
                 "r"(b[1]));
}

__global__ void __launch_bounds__(THREADS, 1)
    gemm_nt(const float *__restrict__ A, const float *__restrict__ B,
            float *__restrict__ C, int M, int N, int K) {
  __shared__ __align__(16) uint32_t As[BM * PITCH];
  __shared__ __align__(16) uint32_t Bs[BN * PITCH];

  const int tid = threadIdx.x, warp = tid / 32, lane = tid % 32;
  const int wm = warp / 4 * 64, wn = warp % 4 * 32;
  const int group = lane / 4, quad = lane % 4;

  float acc[4][4][4] = {};

  const float *gA = A + (size_t)blockIdx.y * BM * K;
  const float *gB = B + (size_t)blockIdx.x * BN * K;

  for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
    for (int i = 0; i < BM * BK / 4 / THREADS; ++i) {
      const int v = tid + i * THREADS, r = v / (BK / 4), c = v % (BK / 4) * 4;
      *reinterpret_cast<uint4 *>(&As[r * PITCH + c]) =
          round_to_tf32(*reinterpret_cast<const float4 *>(
              &gA[(size_t)r * K + k0 + c]));
      *reinterpret_cast<uint4 *>(&Bs[r * PITCH + c]) =
          round_to_tf32(*reinterpret_cast<const float4 *>(
              &gB[(size_t)r * K + k0 + c]));
    }
    __syncthreads();

#pragma unroll
    for (int kk = 0; kk < BK; kk += 8) {
      uint32_t a[4][4], b[4][2];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const uint32_t *p = &As[(wm + 16 * i + group) * PITCH + kk + quad];
        a[i][0] = p[0];
        a[i][1] = p[8 * PITCH];
        a[i][2] = p[4];
        a[i][3] = p[8 * PITCH + 4];
      }
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const uint32_t *p = &Bs[(wn + 8 * j + group) * PITCH + kk + quad];
        b[j][0] = p[0];
        b[j][1] = p[4];
      }
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          mma(acc[i][j], a[i], b[j]);
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      float *p = &C[(size_t)(blockIdx.y * BM + wm + 16 * i + group) * N +
                    blockIdx.x * BN + wn + 8 * j + 2 * quad];
      *reinterpret_cast<float2 *>(p) = make_float2(acc[i][j][0], acc[i][j][1]);
      *reinterpret_cast<float2 *>(p + (size_t)8 * N) =
          make_float2(acc[i][j][2], acc[i][j][3]);
    }
}

} // namespace tf32

extern "C" void launch(const float *A, const float *B, float *C, int M, int N,
                       int K) {
  using namespace tf32;
  gemm_nt<<<dim3(N / BN, M / BM), THREADS>>>(A, B, C, M, N, K);
}
