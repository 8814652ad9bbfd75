// Keys, then values, each with a wait: of which the last has to leave nothing in
// flight, in all trips, and each tile to be that of the trip.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s 2>&1 >/dev/null | FileCheck %s

#include <cuda_pipeline.h>
// CHECK: K-loop in 'staggered' left alone: {{.*}} [already-pipelined]
__global__ void staggered(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float keys[16], values[16];
  const int t = threadIdx.x;
  float sum = 0.0f;
  if (t < 16)
    __pipeline_memcpy_async(&keys[t], &A[t], 4);
  __pipeline_commit();
  for (int k = 0; k < n; k += 32) {
    if (t < 16)
      __pipeline_memcpy_async(&values[t], &A[k + 16 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);
    __syncthreads();
    if (t < 16)
      __pipeline_memcpy_async(&keys[t], &A[k + 32 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];
    __syncthreads();
  }
  out[t] = sum;
}

// The values are those of the trip before.
// CHECK: K-loop in 'ahead' left alone: {{.*}} [already-pipelined]
__global__ void ahead(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float keys[16], values[16];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (t < 16)
      __pipeline_memcpy_async(&keys[t], &A[k + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += values[i] * (t + 1);
    __syncthreads();
    if (t < 16)
      __pipeline_memcpy_async(&values[t], &A[k + 16 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += keys[i];
    __syncthreads();
  }
  out[t] = sum;
}

// Some trips leave the values in flight.
// CHECK: K-loop in 'sometimes' left alone: {{.*}} [already-pipelined]
__global__ void sometimes(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float keys[16], values[16];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (t < 16)
      __pipeline_memcpy_async(&keys[t], &A[k + t], 4);
    __pipeline_commit();
    if (t < 16)
      __pipeline_memcpy_async(&values[t], &A[k + 16 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += keys[i] * (t + 1);
    if (k % 64)
      __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += values[i];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'always' pipelined
__global__ void always(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float keys[16], values[16];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (t < 16)
      __pipeline_memcpy_async(&keys[t], &A[k + t], 4);
    __pipeline_commit();
    if (t < 16)
      __pipeline_memcpy_async(&values[t], &A[k + 16 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += keys[i] * (t + 1);
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += values[i];
    __syncthreads();
  }
  out[t] = sum;
}
