// Beside asynchronous copies of the user's own, whose groups are waited for, a zero
// that is stored by itself stays a reason.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s -o %t.cu 2>&1 | FileCheck %s

#include <cuda_pipeline.h>

// CHECK: 'copies' left alone
// CHECK-SAME: other copies to 'tile' are asynchronous, but not this one
__global__ void copies(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int i = 0; i < 2; ++i) {
      if (k + 2 * t + i < n)
        __pipeline_memcpy_async(&tile[2 * t + i], &A[k + 2 * t + i],
                                sizeof(float));
      else
        tile[2 * t + i] = 0.0f;
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'plain' pipelined: cpasync
__global__ void plain(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int i = 0; i < 2; ++i) {
      if (k + 2 * t + i < n)
        tile[2 * t + i] = A[k + 2 * t + i];
      else
        tile[2 * t + i] = 0.0f;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i];
    __syncthreads();
  }
  out[t] = sum;
}
