// A token that stands for another arrival than the one just in front of its wait,
// or is waited for again, keeps the loop as it is.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s 2>&1 >/dev/null | FileCheck %s

#include <cuda/barrier>
#include <utility>

#pragma nv_diag_suppress static_var_with_dynamic_init

using barrier = cuda::barrier<cuda::thread_scope_block>;

// CHECK: K-loop in 'of_one' pipelined
__global__ void of_one(const float *__restrict__ A, float *__restrict__ out,
                   int n) {
  __shared__ float tile[32];
  __shared__ barrier bar, other;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, blockDim.x);
    init(&other, blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    auto token = bar.arrive();
    bar.wait(std::move(token));
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'of_another' left alone: {{.*}} [counted-copy-in-loop]
__global__ void of_another(const float *__restrict__ A, float *__restrict__ out,
                   int n) {
  __shared__ float tile[32];
  __shared__ barrier bar, other;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, blockDim.x);
    init(&other, blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    auto token = other.arrive();
    bar.wait(std::move(token));
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'used_again' left alone: {{.*}} [counted-copy-in-loop]
__device__ void keep(barrier::arrival_token &);

__global__ void used_again(const float *__restrict__ A, float *__restrict__ out,
                   int n) {
  __shared__ float tile[32];
  __shared__ barrier bar, other;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, blockDim.x);
    init(&other, blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    auto token = bar.arrive();
    keep(token);
    bar.wait(std::move(token));
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'of_two' left alone: {{.*}} [counted-copy-in-loop]
__global__ void of_two(const float *__restrict__ A, float *__restrict__ out,
                   int n) {
  __shared__ float tile[32];
  __shared__ barrier bar, other;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, blockDim.x);
    init(&other, blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    auto token = bar.arrive(2);
    bar.wait(std::move(token));
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'copies_in_between' left alone: {{.*}} [counted-copy-in-loop]
__global__ void copies_in_between(const float *__restrict__ A, float *__restrict__ out,
                   int n) {
  __shared__ float tile[32];
  __shared__ barrier bar, other;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, blockDim.x);
    init(&other, blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    auto token = bar.arrive();
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    bar.wait(std::move(token));
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'leaves_in_between' left alone: {{.*}} [counted-copy-in-loop]
__global__ void leaves_in_between(const float *__restrict__ A, float *__restrict__ out,
                   int n) {
  __shared__ float tile[32];
  __shared__ barrier bar, other;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, blockDim.x);
    init(&other, blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    auto token = bar.arrive();
    if (n < 0)
      break;
    bar.wait(std::move(token));
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}
