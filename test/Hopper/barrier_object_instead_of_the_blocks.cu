// Plain stores, and threads that meet at a barrier object: found, and told; where they
// meet as a block, pipelined.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck %s

#include <cuda/barrier>

// CHECK: K-loop in 'by_an_object' left alone: the loop waits at another barrier than the block's: 'arrive_and_wait' waits for those who arrive there, who need not be all threads of the block [other-barrier]
__global__ void by_an_object(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    bar.arrive_and_wait();
    sum += tile[t ^ 1];
    bar.arrive_and_wait();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'by_a_number' left alone: {{.*}}'bar.sync' waits for those who arrive there{{.*}} [other-barrier]
__global__ void by_a_number(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    asm volatile("bar.sync 1, 64;" ::: "memory");
    sum += tile[t ^ 1];
    asm volatile("bar.sync 1, 64;" ::: "memory");
  }
  C[t] = sum;
}

// CHECK: K-loop in 'by_the_block' pipelined: cpasync
__global__ void by_the_block(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    asm volatile("bar.sync 0;" ::: "memory");
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}
