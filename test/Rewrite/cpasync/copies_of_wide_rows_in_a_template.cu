// Nobody instantiates the template here, so nobody knows whether a row is as
// wide as a float4: the compiler of the result will.
//
// RUN: %rewrite_and_run cpasync columns "-DKERNEL=panel<16, 16>" -DTHREADS=32 -DSTEP=16 -DA_ROWS=16 -DWHOLE
// RUN: %rewrite_and_run cpasync columns "-DKERNEL=flat<16>" -DTHREADS=32 -DSTEP=16 -DA_ROWS=32 -DWHOLE
// RUN: FileCheck %s < %t.cpasync.cu

#include <cuda_fp16.h>

#define FETCH_FLOAT4(x) (reinterpret_cast<float4 *>(&(x))[0])

template <int BM, int BK>
__global__ void panel(float *__restrict__ A, float *__restrict__ B,
                      float *__restrict__ out, int n) {
  __shared__ float As[BM][BK];
  // CHECK: {{^}}  static_assert(sizeof(As_stages[0]) % 16 == 0, "each stage must be aligned");
  // CHECK-NEXT: {{^}}  static_assert(sizeof(As_stages[0][0]) >= 16, "a copy must end in its row");
  const int threads_per_row = BK / 4;
  const int stride = 32 / threads_per_row;
  const int row = threadIdx.x / threads_per_row;
  const int col = threadIdx.x % threads_per_row * 4;
  float sum = 0.0f;
  for (int k = 0; k < n; k += BK) {
#pragma unroll
    for (int i = 0; i < BM; i += stride)
      FETCH_FLOAT4(As[row + i][col]) = FETCH_FLOAT4(A[(row + i) * n + k + col]);
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum = sum * 0.5f + As[threadIdx.x % BM][i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// In a flat array the step between rows says it all.
template <int BS>
__global__ void flat(float *__restrict__ A, float *__restrict__ B,
                     float *__restrict__ out, int n) {
  __shared__ float As[BS * 32];
  // CHECK: {{^}}  static_assert(sizeof(As_stages[0]) % 16 == 0
  // CHECK-NOT: a copy must end
  // CHECK: load_tile
  const int tx = threadIdx.x % 4, ty = threadIdx.x / 4;
  float sum = 0.0f;
  for (int t = 0; t < n / BS; t += 1) {
#pragma unroll
    for (int i = 0; i < 4; i++)
      reinterpret_cast<float4 *>(As + BS * (ty * 4 + i) + tx * 4)[0] =
          reinterpret_cast<float4 *>(A + (ty * 4 + i) * n + BS * t + tx * 4)[0];
    __syncthreads();
    for (int i = 0; i < BS; ++i)
      sum = sum * 0.5f + As[threadIdx.x * BS + i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
