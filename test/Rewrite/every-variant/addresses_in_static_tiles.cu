// The addresses of fragments, integers for inline assembly, are set in front of the
// loop. Each trip sets them for its stage.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single wmma_blocks
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=2 %s -o - | FileCheck %s

// CHECK:      __shared__ alignas(16) half smemA_stages[2][BM * BK];
// CHECK-NOT:  a_from
// CHECK:      for (int k0 = 0; k0 < K; k0 += BK) {
// CHECK:        auto &smemA = smemA_stages[stage];
// CHECK-NEXT:   auto &smemB = smemB_stages[stage];
// CHECK-EMPTY:
// CHECK-NEXT:   // Where the fragments of this thread start.
// CHECK-NEXT:   const uint32_t a_from =
// CHECK-NEXT:       __cvta_generic_to_shared(&smemA[(wm + lane % 16) * BK + lane / 16 * 8]);
// CHECK-NEXT:   const uint32_t b_from =
// CHECK-NEXT:       __cvta_generic_to_shared(smemB) + 2 * (lane % 16 * BN + wn);
// CHECK:        for (int kk = 0;
#include <cstdint>
#include <cuda_fp16.h>

__device__ __forceinline__ void ldmatrix_x4(uint32_t (&r)[4], uint32_t from) {
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
      : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
      : "r"(from));
}

__device__ __forceinline__ void ldmatrix_x2_trans(uint32_t (&r)[2],
                                                  uint32_t from) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(r[0]), "=r"(r[1])
               : "r"(from));
}

__device__ __forceinline__ void mma_m16n8k16(float (&d)[4],
                                             const uint32_t (&a)[4],
                                             const uint32_t (&b)[2]) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%0, %1, %2, %3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),
                 "r"(b[1]));
}

constexpr int BM = 32, BN = 32, BK = 64, THREADS = 128;

__global__ void __launch_bounds__(THREADS)
    hgemm(const half *__restrict__ A, const half *__restrict__ B,
          float *__restrict__ C, int M, int N, int K) {
  __shared__ half smemA[BM * BK];
  __shared__ half smemB[BK * BN];
  const int tid = threadIdx.x, lane = tid % 32;
  const int wm = tid / 64 * 16, wn = tid / 32 % 2 * 16;
  // Where the fragments of this thread start.
  const uint32_t a_from =
      __cvta_generic_to_shared(&smemA[(wm + lane % 16) * BK + lane / 16 * 8]);
  const uint32_t b_from =
      __cvta_generic_to_shared(smemB) + 2 * (lane % 16 * BN + wn);
  float acc[2][4] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = 0; i < BM * BK / 8 / THREADS; ++i) {
      const int at = (i * THREADS + tid) * 8;
      const int r = at / BK, c = at % BK;
      reinterpret_cast<uint4 *>(smemA + r * BK + c)[0] =
          k0 + c < K ? *reinterpret_cast<const uint4 *>(
                           &A[(blockIdx.y * BM + r) * K + k0 + c])
                     : make_uint4(0, 0, 0, 0);
    }
    for (int i = 0; i < BK * BN / 8 / THREADS; ++i) {
      const int at = (i * THREADS + tid) * 8;
      const int r = at / BN, c = at % BN;
      reinterpret_cast<uint4 *>(smemB + r * BN + c)[0] =
          k0 + r < K ? *reinterpret_cast<const uint4 *>(
                           &B[(k0 + r) * N + blockIdx.x * BN + c])
                     : make_uint4(0, 0, 0, 0);
    }
    __syncthreads();

    for (int kk = 0; kk < BK; kk += 16) {
      uint32_t a[4], b[2];
      ldmatrix_x4(a, a_from + kk * sizeof(half));
      for (int n = 0; n < 2; ++n) {
        ldmatrix_x2_trans(b, b_from + (kk * BN + n * 8) * sizeof(half));
        mma_m16n8k16(acc[n], a, b);
      }
    }
    __syncthreads();
  }

  for (int n = 0; n < 2; ++n) {
    float *c = C + (blockIdx.y * BM + wm + lane / 4) * N + blockIdx.x * BN +
               wn + n * 8 + lane % 4 * 2;
    c[0] = acc[n][0];
    c[1] = acc[n][1];
    c[8 * N] = acc[n][2];
    c[8 * N + 1] = acc[n][3];
  }
}

void launch(const half *A, const half *B, float *C, int M, int N, int K) {
  hgemm<<<dim3(N / BN, M / BM), THREADS>>>(A, B, C, M, N, K);
}
