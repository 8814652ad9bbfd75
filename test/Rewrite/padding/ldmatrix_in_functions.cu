// Fragments come from flat tiles through functions of inline assembly: one tile
// gets longer rows, whose length stands in the arguments, the other skewed columns.
//
// RUN: %rewrite_and_run cpasync,ldg-single wmma_blocks --pad=auto
// RUN: cuda-pipeline-rewrite --variant=cpasync %s -o %t.cu
// RUN: grep -v '^//' %t.cu | FileCheck %s

// CHECK: constexpr int smemA_pitch = BK + 8;
// CHECK-NEXT: __shared__ alignas(16) half smemA_stages[2][BM * smemA_pitch];
// CHECK-NEXT: // Columns of smemB are skewed: no bank conflicts.
// CHECK-NEXT: constexpr auto skewed = [](int column) { return column + column / 64 * 8; };
// CHECK-NEXT: __shared__ alignas(16) half smemB_stages[2][skewed(BK * BN)];
// CHECK: reinterpret_cast<uint4 *>(smemA + r * smemA_pitch + c)
// CHECK: reinterpret_cast<uint4 *>(smemB + skewed(r * BN) + c)
// CHECK: smemA + (wm + lane % 16) * smemA_pitch + kk + lane / 16 * 8);
// CHECK: smemB + skewed((kk + lane % 16) * BN) + wn + n * 8);
#include <cstdint>
#include <cuda_fp16.h>

__device__ __forceinline__ void ldmatrix_x4(uint32_t (&r)[4], const half *p) {
  uint32_t from = static_cast<uint32_t>(__cvta_generic_to_shared(p));
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
      : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
      : "r"(from));
}

__device__ __forceinline__ void ldmatrix_x2_trans(uint32_t (&r)[2],
                                                  const half *p) {
  uint32_t from = static_cast<uint32_t>(__cvta_generic_to_shared(p));
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
      ldmatrix_x4(a, smemA + (wm + lane % 16) * BK + kk + lane / 16 * 8);
      for (int n = 0; n < 2; ++n) {
        ldmatrix_x2_trans(b, smemB + (kk + lane % 16) * BN + wn + n * 8);
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
