// libcu++ may choose bulk copies on sm_90, which a barrier in shared memory counts;
// for a pipeline of one thread it takes cp.async (LDGSTS), and the wait is one
// instruction. All stay in flight during the math, as with the primitives.
//
// REQUIRES: nvcc, cuda-disassembler
//
// RUN: cuda-pipeline-rewrite --variant=pipeline --stages=3 --quiet %s -o %t.cu
// RUN: grep -q "cuda::memcpy_async" %t.cu
// RUN: %nvcc -arch=sm_90 -std=c++17 -cubin %t.cu -o %t.cubin
// RUN: nvdisasm -c %t.cubin > %t.sass
// RUN: FileCheck %s --input-file=%t.sass
// RUN: cuda-pipeline-sass %t.cubin --stages=3 | FileCheck %s --check-prefix=OVERLAP
//
// CHECK-NOT: UBLKCP
// CHECK: LDGSTS.E.BYPASS{{.*}}128
// CHECK-NOT: UBLKCP
// CHECK: LDGDEPBAR
// CHECK-NOT: UBLKCP
// CHECK: DEPBAR.LE SB0, 0x1
// CHECK-NOT: DEPBAR.LE SB0, 0x{{[02-9]}}
// CHECK-NOT: UBLKCP
// OVERLAP: overlap   ok      LDGSTS issued 2 trips of math ahead

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

__global__ void __launch_bounds__(128)
    hgemm(const half *__restrict__ A, const half *__restrict__ B,
          float *__restrict__ C, int N, int K) {
  __shared__ __align__(128) half As[64 * 32], Bs[32 * 64];
  const int t = threadIdx.x, warp = t / 32;
  const int row = blockIdx.y * 64, col = blockIdx.x * 64;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[4];
  for (int j = 0; j < 4; ++j)
    wmma::fill_fragment(c[j], 0.0f);

  for (int k = 0; k < K; k += 32) {
    for (int i = t; i < 256; i += 128) {
      *reinterpret_cast<uint4 *>(&As[i * 8]) =
          *reinterpret_cast<const uint4 *>(
              &A[(row + i / 4) * K + k + i % 4 * 8]);
      *reinterpret_cast<uint4 *>(&Bs[i * 8]) =
          *reinterpret_cast<const uint4 *>(
              &B[(k + i / 8) * N + col + i % 8 * 8]);
    }
    __syncthreads();

    for (int x = 0; x < 32; x += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
      wmma::load_matrix_sync(a, &As[warp * 16 * 32 + x], 32);
      for (int j = 0; j < 4; ++j) {
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
        wmma::load_matrix_sync(b, &Bs[x * 64 + j * 16], 64);
        wmma::mma_sync(c[j], a, b, c[j]);
      }
    }
    __syncthreads();
  }

  for (int j = 0; j < 4; ++j)
    wmma::store_matrix_sync(&C[(row + warp * 16) * N + col + j * 16], c[j], N,
                            wmma::mem_row_major);
}
