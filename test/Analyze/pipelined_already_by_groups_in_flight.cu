// A wait that leaves copies in flight: the loop is pipelined already.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

#include <cuda_pipeline.h>

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'rejected' left alone: {{.*}}this wait leaves copies in flight{{.*}} [already-pipelined]
// CHECK-NEXT: :[[#@LINE + 12]]:{{[0-9]+}}: note: here
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  __pipeline_memcpy_async(&tile[0][t], &A[t], sizeof(float));
  __pipeline_commit();
  for (int k = 0; k < K; k += 64) {
    if (k + 64 < K)
      __pipeline_memcpy_async(&tile[(k / 64 + 1) % 2][t], &A[k + 64 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[k / 64 % 2][i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'by_name' left alone: {{.*}}this wait leaves copies in flight{{.*}} [already-pipelined]
// CHECK-NEXT: :[[#@LINE + 13]]:{{[0-9]+}}: note: here
__global__ void by_name(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  __pipeline_memcpy_async(&tile[0][t], &A[t], sizeof(float));
  __pipeline_commit();
  for (int k = 0; k < K; k += 64) {
    constexpr int stages = 2;
    if (k + 64 < K)
      __pipeline_memcpy_async(&tile[(k / 64 + 1) % 2][t], &A[k + 64 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(stages - 1);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[k / 64 % 2][i];
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
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
