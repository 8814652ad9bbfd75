// A tile travels as a whole: where one store to it has to go through registers, the
// asynchronous ones would overtake it.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

#include <cuda_pipeline.h>

// CHECK: :[[#@LINE + 7]]:3: remark: K-loop in 'rejected' left alone: {{.*}}other copies to 'tile' are asynchronous, but not this one: {{.*}}{{.*}} [copy-not-async]
// CHECK-NEXT: :[[#@LINE + 10]]:{{[0-9]+}}: note: here
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (t < 32)
      __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
    else
      tile[t] = A[k + t] * 2.0f;
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (t < 32)
      __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
    else
      tile[t] = A[k + t];
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
