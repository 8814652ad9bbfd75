// Keys and values that a cuda::barrier each counts get one for both, unless one of
// the two is for something else, or is not of the whole block.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s 2>&1 >/dev/null | FileCheck %s

#include <cuda/barrier>
#include <utility>

#pragma nv_diag_suppress static_var_with_dynamic_init

using barrier = cuda::barrier<cuda::thread_scope_block>;

// CHECK: K-loop in 'one_each' pipelined: {{.*}}also one barrier for all tiles
__global__ void one_each(const float *__restrict__ A,
                         const float *__restrict__ B, float *__restrict__ out,
                         int n) {
  __shared__ float keys[32], values[32];
  __shared__ barrier of_keys, of_values;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&of_keys, blockDim.x);
    init(&of_values, blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&keys[t], &A[k + t], sizeof(float), of_keys);
    cuda::memcpy_async(&values[t], &B[k + t], sizeof(float), of_values);
    of_keys.arrive_and_wait();
    float score = 0.0f;
    for (int i = 0; i < 32; ++i)
      score += keys[i] * (t + 1);
    of_values.arrive_and_wait();
    for (int i = 0; i < 32; ++i)
      sum += score * values[i];
    __syncthreads();
  }
  out[t] = sum;
}

// Of one warp, as far as is seen.
// CHECK: K-loop in 'of_a_warp' left alone: {{.*}} [counted-copy-in-loop]
__global__ void of_a_warp(const float *__restrict__ A,
                          const float *__restrict__ B, float *__restrict__ out,
                          int n) {
  __shared__ float keys[32], values[32];
  __shared__ barrier of_keys, of_values;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&of_keys, blockDim.x);
    init(&of_values, 32);
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&keys[t], &A[k + t], sizeof(float), of_keys);
    cuda::memcpy_async(&values[t], &B[k + t], sizeof(float), of_values);
    of_keys.arrive_and_wait();
    float score = 0.0f;
    for (int i = 0; i < 32; ++i)
      score += keys[i] * (t + 1);
    of_values.arrive_and_wait();
    for (int i = 0; i < 32; ++i)
      sum += score * values[i];
    __syncthreads();
  }
  out[t] = sum;
}

// Somebody else may wait there.
// CHECK: K-loop in 'given_away' left alone: {{.*}}let one cuda::barrier, for this loop alone, count all [async-copy-in-loop]
__device__ void meet(barrier &);

__global__ void given_away(const float *__restrict__ A,
                           const float *__restrict__ B, float *__restrict__ out,
                           int n) {
  __shared__ float keys[32], values[32];
  __shared__ barrier of_keys, of_values;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&of_keys, blockDim.x);
    init(&of_values, blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&keys[t], &A[k + t], sizeof(float), of_keys);
    cuda::memcpy_async(&values[t], &B[k + t], sizeof(float), of_values);
    of_keys.arrive_and_wait();
    float score = 0.0f;
    for (int i = 0; i < 32; ++i)
      score += keys[i] * (t + 1);
    of_values.arrive_and_wait();
    for (int i = 0; i < 32; ++i)
      sum += score * values[i];
    __syncthreads();
  }
  meet(of_values);
  out[t] = sum;
}

// The keys' barrier is ready behind the first loop, which waits at the other.
// CHECK: K-loop in 'ready_later' left alone: {{.*}}let one cuda::barrier, for this loop alone, count all [async-copy-in-loop]
__global__ void ready_later(const float *__restrict__ A,
                            const float *__restrict__ B,
                            float *__restrict__ out, int n) {
  __shared__ float keys[32], values[32];
  __shared__ barrier of_keys, of_values;
  const int t = threadIdx.x;
  if (t == 0)
    init(&of_values, blockDim.x);
  __syncthreads();
  of_values.arrive_and_wait();
  if (t == 0)
    init(&of_keys, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&keys[t], &A[k + t], sizeof(float), of_keys);
    cuda::memcpy_async(&values[t], &B[k + t], sizeof(float), of_values);
    of_keys.arrive_and_wait();
    float score = 0.0f;
    for (int i = 0; i < 32; ++i)
      score += keys[i] * (t + 1);
    of_values.arrive_and_wait();
    for (int i = 0; i < 32; ++i)
      sum += score * values[i];
    __syncthreads();
  }
  out[t] = sum;
}

// In another build, a thread more may arrive.
// CHECK: K-loop in 'of_another_build' left alone: {{.*}}let one cuda::barrier, for this loop alone, count all [async-copy-in-loop]
__global__ void of_another_build(const float *__restrict__ A,
                                 const float *__restrict__ B,
                                 float *__restrict__ out, int n) {
  __shared__ float keys[32], values[32];
  __shared__ barrier of_keys, of_values;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&of_keys, blockDim.x);
    init(&of_values, blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&keys[t], &A[k + t], sizeof(float), of_keys);
    cuda::memcpy_async(&values[t], &B[k + t], sizeof(float), of_values);
    of_keys.arrive_and_wait();
    float score = 0.0f;
    for (int i = 0; i < 32; ++i)
      score += keys[i] * (t + 1);
    of_values.arrive_and_wait();
    for (int i = 0; i < 32; ++i)
      sum += score * values[i];
    __syncthreads();
  }
#ifdef TWICE
  of_values.arrive_and_wait();
#endif
  out[t] = sum;
}

// The values are read in front of their wait: a race, as it was.
// CHECK: K-loop in 'read_too_early' left alone: {{.*}} [async-copy-in-loop]
__global__ void read_too_early(const float *__restrict__ A,
                               const float *__restrict__ B,
                               float *__restrict__ out, int n) {
  __shared__ float keys[32], values[32];
  __shared__ barrier of_keys, of_values;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&of_keys, blockDim.x);
    init(&of_values, blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&keys[t], &A[k + t], sizeof(float), of_keys);
    of_keys.arrive_and_wait();
    cuda::memcpy_async(&values[t], &B[k + t], sizeof(float), of_values);
    for (int i = 0; i < 32; ++i)
      sum += keys[i] * values[31 - i];
    of_values.arrive_and_wait();
    for (int i = 0; i < 32; ++i)
      sum += values[i];
    __syncthreads();
  }
  out[t] = sum;
}
