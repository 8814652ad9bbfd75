// The first tile is loaded before the first wait: a load that needs what the wait
// is for, here an index that was copied in front of the loop, would come too early.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

#include <cuda_pipeline.h>

// CHECK: :[[#@LINE + 12]]:3: remark: K-loop in 'rejected' left alone: {{.*}}behind the wait, which may have been waiting for it{{.*}} [async-copy-in-loop]
// CHECK-NEXT: :[[#@LINE + 15]]:{{[0-9]+}}: note: here
__global__ void rejected(const int *__restrict__ I,
                         const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  __shared__ int index[64];
  __shared__ float second[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  __pipeline_memcpy_async(&index[t], &I[t], sizeof(int));
  __pipeline_commit();
  for (int k = 0; k < K; k += 64) {
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    float other = A[index[t] + k];
    second[t] = other;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * second[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined
__global__ void accepted(const int *__restrict__ I,
                         const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  __shared__ int index[64];
  __shared__ float second[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  __pipeline_memcpy_async(&index[t], &I[t], sizeof(int));
  __pipeline_commit();
  for (int k = 0; k < K; k += 64) {
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    float other = A[I[t] + k];
    second[t] = other;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * second[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum + index[t];
}
