// A token goes where its wait becomes arrive_and_wait(): not where code that another build has
// asks for it. In the twin, that code asks for something else.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck %s
// CHECK: K-loop in 'under_an_if' left alone: {{.*}} [counted-copy-in-loop]
// CHECK: K-loop in 'in_a_macro' left alone: {{.*}} [counted-copy-in-loop]
// CHECK: K-loop in 'something_else' pipelined: cpasync

#include <cuda/barrier>
#include <utility>

#ifdef MORE
#define USE(x) (void)x;
#else
#define USE(x)
#endif

using barrier = cuda::barrier<cuda::thread_scope_block>;
#define KERNEL(name) __global__ void name(const float *__restrict__ A, float *__restrict__ C, int K)

KERNEL(under_an_if) {
  __shared__ float tile[64];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  barrier::arrival_token token;
  for (int k = 0; k < K; k += 64) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    token = bar.arrive();
    bar.wait(std::move(token));
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
#ifdef MORE
  (void)token;
#endif
  C[t] = sum;
}

KERNEL(in_a_macro) {
  __shared__ float tile[64];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    barrier::arrival_token token = bar.arrive();
    USE(token)
    bar.wait(std::move(token));
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

KERNEL(something_else) {
  __shared__ float tile[64];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    barrier::arrival_token token = bar.arrive();
    bar.wait(std::move(token));
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
#ifdef MORE
  sum += 1.0f;
#endif
  C[t] = sum;
}
