// A load that needs what the wait is for, here an index that was copied in front of
// the loop, would come too early in the prologue: it stays behind the wait.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync -o %t.cu %s
// RUN: grep -v '^//' %t.cu | FileCheck %s

#include <cuda_pipeline.h>

// CHECK-LABEL: void guarded
// CHECK: __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
// CHECK-NEXT: };
// CHECK: for (int k = 0; k < K; k += 64) {
// CHECK-NEXT: __pipeline_wait_prior(0);
// CHECK: float other = A[index[t] + k];
// CHECK-NEXT: second[t] = other;
// CHECK-NEXT: __syncthreads();
__global__ void guarded(const int *__restrict__ I,
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

// CHECK-LABEL: void free_of_it
// CHECK: __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
// CHECK-NEXT: __pipeline_memcpy_async(&second[t], &A[I[t] + k], sizeof(float));
__global__ void free_of_it(const int *__restrict__ I,
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
