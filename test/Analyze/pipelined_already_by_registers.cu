// The next tile is read into registers before this one is computed: pipelined by
// hand, with one buffer or two.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

#include <cuda_pipeline.h>

// CHECK: :[[#@LINE + 8]]:3: remark: K-loop in 'one_buffer' left alone: {{.*}}the first tile is stored to 'tile' in front of the loop, and each trip stores the one after{{.*}} [already-pipelined]
// CHECK-NEXT: :[[#@LINE + 15]]:{{[0-9]+}}: note: here
__global__ void one_buffer(const float *__restrict__ A, float *__restrict__ C,
                           int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  tile[t] = A[t];
  for (int k = 0; k < K; k += 64) {
    float next = 0.0f;
    if (k + 64 < K)
      next = A[k + 64 + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
    tile[t] = next;
  }
  C[t] = sum;
}

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'two_barriers' left alone: {{.*}}the first tile is stored to 'tile' in front of the loop{{.*}} [already-pipelined]
// CHECK-NEXT: :[[#@LINE + 13]]:{{[0-9]+}}: note: here
__global__ void two_barriers(const float *__restrict__ A, float *__restrict__ C,
                             int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  tile[t] = A[t];
  __syncthreads();
  for (int k = 0; k < K; k += 64) {
    float next = k + 64 < K ? A[k + 64 + t] : 0.0f;
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
    tile[t] = next;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: :[[#@LINE + 10]]:3: remark: K-loop in 'two_buffers' left alone: {{.*}}the loop switches between buffers of 'tile' by itself{{.*}} [already-pipelined]
// CHECK-NEXT: :[[#@LINE + 13]]:{{[0-9]+}}: note: here
__global__ void two_buffers(const float *__restrict__ A, float *__restrict__ C,
                            int K) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int buffer = 0;
  tile[0][t] = A[t];
  __syncthreads();
  for (int k = 0; k < K; k += 64) {
    float next = k + 64 < K ? A[k + 64 + t] : 0.0f;
    for (int i = 0; i < 64; ++i)
      sum += tile[buffer][i];
    tile[buffer ^ 1][t] = next;
    __syncthreads();
    buffer ^= 1;
  }
  C[t] = sum;
}

// CHECK: :[[#@LINE + 8]]:3: remark: K-loop in 'computed_from_the_tile' left alone: {{.*}} [previous-tile]
__global__ void computed_from_the_tile(const float *__restrict__ A,
                                       float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  tile[t] = A[t];
  __syncthreads();
  for (int k = 0; k < K; k += 64) {
    float next = tile[63 - t] * 0.5f + A[k + t];
    __syncthreads();
    tile[t] = next;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'first_tile_in_a_register' left alone: {{.*}}each trip stores to 'tile' what the one before has loaded into 'next'{{.*}} [already-pipelined]
__global__ void first_tile_in_a_register(const float *__restrict__ A,
                                         float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  float next = A[t];
  for (int k = 0; k < K; k += 64) {
    tile[t] = next;
    __syncthreads();
    if (k + 64 < K)
      next = A[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
