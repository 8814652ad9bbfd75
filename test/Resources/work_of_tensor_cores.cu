// A warp's matrix product: 2 m n k / 32 operations of a thread, and as many
// instructions as the tensor core takes. Fragments are loaded 16 bytes at once.
//
// RUN: print-resources work file=%s | FileCheck %s

#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>
using namespace nvcuda;

// Bytes are loaded one by one, with zeros at the edge: 0.5 instructions a load.
// CHECK-LABEL: int8:
// CHECK: load: operations 0, math 0, global loads 32 (32 bytes), global stores 0, shared loads 0, shared stores 32, async 0
// CHECK: compute: operations 2048, math 16, global loads 0 (0 bytes), global stores 0, shared loads 8, shared stores 0, async 0
// CHECK: {{^}}  64.0 operations a byte, 0.5 math instructions a load, 8.0 if of 16 bytes
__global__ void int8(const signed char *A, const signed char *B, int *C, int M,
                     int N, int K) {
  __shared__ __align__(32) signed char As[64][32], Bs[64][32];
  int tid = threadIdx.x, warp = tid / 32;
  int wm = warp / 2 * 32, wn = warp % 2 * 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> c[2][2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::fill_fragment(c[i][j], 0);
  for (int k = 0; k < K; k += 32) {
    for (int i = tid; i < 64 * 32; i += 128) {
      int r = i / 32, q = i % 32;
      As[r][q] = blockIdx.y * 64 + r < M && k + q < K
                     ? A[(blockIdx.y * 64 + r) * K + k + q]
                     : 0;
      Bs[r][q] = blockIdx.x * 64 + r < N && k + q < K
                     ? B[(blockIdx.x * 64 + r) * K + k + q]
                     : 0;
    }
    __syncthreads();
    for (int kk = 0; kk < 32; kk += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major>
          a[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major>
          b[2];
      for (int i = 0; i < 2; ++i)
        wmma::load_matrix_sync(a[i], &As[wm + i * 16][kk], 32);
      for (int j = 0; j < 2; ++j)
        wmma::load_matrix_sync(b[j], &Bs[wn + j * 16][kk], 32);
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          wmma::mma_sync(c[i][j], a[i], b[j], c[i][j]);
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::store_matrix_sync(C + (blockIdx.y * 64 + wm + i * 16) * N +
                                  blockIdx.x * 64 + wn + j * 16,
                              c[i][j], N, wmma::mem_row_major);
}

// CHECK-LABEL: fp16:
// CHECK: load: operations 0, math 0, global loads 4 (64 bytes), global stores 0, shared loads 0, shared stores 4, async 0
// CHECK: compute: operations 4096, math 32, global loads 0 (0 bytes), global stores 0, shared loads 12, shared stores 0, async 0
// CHECK: {{^}}  64.0 operations a byte, 8.0 math instructions a load, 8.0 if of 16 bytes
__global__ void fp16(const half *A, const half *B, float *C, int N, int K) {
  __shared__ __align__(32) half As[128][32], Bs[32][128];
  int tid = threadIdx.x, warp = tid / 32;
  int wm = warp / 2 * 32, wn = warp % 2 * 64;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[2][4];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      wmma::fill_fragment(c[i][j], 0.f);
  for (int k = 0; k < K; k += 32) {
    for (int i = tid; i < 128 * 32 / 8; i += 256) {
      *(int4 *)&As[i / 4][i % 4 * 8] =
          *(const int4 *)&A[(blockIdx.y * 128 + i / 4) * K + k + i % 4 * 8];
      *(int4 *)&Bs[i / 16][i % 16 * 8] =
          *(const int4 *)&B[(k + i / 16) * N + blockIdx.x * 128 + i % 16 * 8];
    }
    __syncthreads();
    for (int kk = 0; kk < 32; kk += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[4];
      for (int i = 0; i < 2; ++i)
        wmma::load_matrix_sync(a[i], &As[wm + i * 16][kk], 32);
      for (int j = 0; j < 4; ++j)
        wmma::load_matrix_sync(b[j], &Bs[kk][wn + j * 16], 128);
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j)
          wmma::mma_sync(c[i][j], a[i], b[j], c[i][j]);
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      wmma::store_matrix_sync(C + (blockIdx.y * 128 + wm + i * 16) * N +
                                  blockIdx.x * 128 + wn + j * 16,
                              c[i][j], N, wmma::mem_row_major);
}

// In asm: four mma of 16 x 8 x 16 each for two ldmatrix.
// CHECK-LABEL: by_asm:
// CHECK: load: operations 0, math 0, global loads 1 (16 bytes),
// CHECK: compute: operations 1024, math 8, global loads 0 (0 bytes), global stores 0, shared loads 4, shared stores 0, async 0
__global__ void by_asm(const half *A, float *C, int K) {
  __shared__ __align__(16) half As[64][32];
  float d[4] = {};
  int tid = threadIdx.x;
  for (int k = 0; k < K; k += 32) {
    *(int4 *)&As[tid / 4][tid % 4 * 8] =
        *(const int4 *)&A[(tid / 4) * K + k + tid % 4 * 8];
    __syncthreads();
    for (int kk = 0; kk < 32; kk += 16) {
      unsigned a0, a1, a2, a3, b0, b1, b2, b3;
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, "
                   "[%4];"
                   : "=r"(a0), "=r"(a1), "=r"(a2), "=r"(a3)
                   : "r"((unsigned)__cvta_generic_to_shared(
                       &As[tid % 16][kk])));
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, "
                   "[%4];"
                   : "=r"(b0), "=r"(b1), "=r"(b2), "=r"(b3)
                   : "r"((unsigned)__cvta_generic_to_shared(
                       &As[tid % 32][kk])));
      for (int j = 0; j < 4; ++j)
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                     "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                     : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    }
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    C[tid * 4 + j] = d[j];
}
