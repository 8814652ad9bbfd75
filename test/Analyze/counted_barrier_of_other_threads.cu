// A cuda::barrier is one of the block if it expects all of its threads: by the
// size of the block, or by the one number of threads that can be launched.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

#include <cooperative_groups.h>
#include <cuda/barrier>

#define KERNEL(name, threads)                                                  \
  __global__ void __launch_bounds__(threads) name(                             \
      const float *__restrict__ A, float *__restrict__ C, int K)

// The rest is the same in all.
#define SUM                                                                    \
  for (int i = 0; i < 64; ++i)                                                 \
    sum += tile[i] * (t + 1);

// CHECK: remark: K-loop in 'fewer' left alone: {{.*}}'bar' is not seen to be initialized once, for all threads of the block{{.*}} [counted-copy-in-loop]
KERNEL(fewer, 64) {
  __shared__ float tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, 32);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    bar.arrive_and_wait();
    SUM
    bar.arrive_and_wait();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'all' pipelined: cpasync
KERNEL(all, 64) {
  __shared__ float tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, 64);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    bar.arrive_and_wait();
    SUM
    bar.arrive_and_wait();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'one_row' left alone: {{.*}}'bar' is not seen to be initialized once{{.*}} [counted-copy-in-loop]
KERNEL(one_row, 64) {
  __shared__ float tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    bar.arrive_and_wait();
    SUM
    bar.arrive_and_wait();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'all_rows' pipelined: cpasync
KERNEL(all_rows, 64) {
  __shared__ float tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  const int threads = blockDim.x * blockDim.y;
  if (t == 0)
    init(&bar, threads);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    bar.arrive_and_wait();
    SUM
    bar.arrive_and_wait();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'one_of_two' left alone: {{.*}}'bar' is not seen to be initialized once{{.*}} [counted-copy-in-loop]
KERNEL(one_of_two, 64) {
  __shared__ float tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  const int t = threadIdx.x;
  if (t == 0) {
    if (K > 100)
      init(&bar, 64);
    else
      init(&bar, 32);
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    bar.arrive_and_wait();
    SUM
    bar.arrive_and_wait();
  }
  C[t] = sum;
}
