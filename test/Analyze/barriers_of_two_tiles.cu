// Keys and values that a cuda::barrier each counts keep one buffer: where one
// counts both, they get stages.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s 2>&1 >/dev/null | FileCheck %s

#include <cuda/barrier>

#pragma nv_diag_suppress static_var_with_dynamic_init

using barrier = cuda::barrier<cuda::thread_scope_block>;

// CHECK: K-loop in 'one_each' left alone: {{.*}}this barrier would wait for the next tile, too; let one barrier count the copies of both [async-copy-in-loop]
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

// CHECK: K-loop in 'one_for_both' pipelined
__global__ void one_for_both(const float *__restrict__ A,
                             const float *__restrict__ B,
                             float *__restrict__ out, int n) {
  __shared__ float keys[32], values[32];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&keys[t], &A[k + t], sizeof(float), bar);
    cuda::memcpy_async(&values[t], &B[k + t], sizeof(float), bar);
    bar.arrive_and_wait();
    float score = 0.0f;
    for (int i = 0; i < 32; ++i)
      score += keys[i] * (t + 1);
    for (int i = 0; i < 32; ++i)
      sum += score * values[i];
    __syncthreads();
  }
  out[t] = sum;
}
