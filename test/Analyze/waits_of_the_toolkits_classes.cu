// Whoever waits for a flag must not have loaded what the flag announces. The toolkit's
// classes wait in base classes, by names of their own.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain -o %t.cu %s 2>&1 | FileCheck %s

#include "Inputs/cccl_names.h"

// CHECK: K-loop in 'reference' left alone: {{.*}}__atomic_ref_bitwise<int>::load' [unknown-effects]
__global__ void reference(const float *A, int *flags, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cuda::atomic_ref<int> flag(flags[k]);
    while (flag.load() == 0)
      ;
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'latch' left alone: {{.*}}__latch_base<0>::wait' [unknown-effects]
__global__ void latch(const float *A, cuda::latch<0> *latches, float *__restrict__ C,
                      int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    latches[k].wait();
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'cluster' left alone: {{.*}}'__cluster_barrier_arrive'{{.*}} [unknown-effects]
__global__ void cluster(const float *A, int *flags, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'value' pipelined: ldg-single
__global__ void value(const float *A, int *flags, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    sum += cuda::std::__value_of<int>(flags[k]).get();
    __syncthreads();
  }
  C[t] = sum;
}
