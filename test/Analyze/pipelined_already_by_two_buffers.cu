// Copies into a buffer that changes from trip to trip: the loop is pipelined
// already, whichever way the buffer is chosen.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

#include <cuda_pipeline.h>

// CHECK: :[[#@LINE + 10]]:3: remark: K-loop in 'exclusive_or' left alone: {{.*}}the loop switches between buffers of 'tile' by itself{{.*}} [already-pipelined]
// CHECK-NEXT: :[[#@LINE + 13]]:{{[0-9]+}}: note: here
__global__ void exclusive_or(const float *__restrict__ A, float *__restrict__ C,
                             int K) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int buffer = 0;
  __pipeline_memcpy_async(&tile[0][t], &A[t], sizeof(float));
  __pipeline_commit();
  for (int k = 0; k < K; k += 64) {
    __pipeline_wait_prior(0);
    __syncthreads();
    if (k + 64 < K)
      __pipeline_memcpy_async(&tile[buffer ^ 1][t], &A[k + 64 + t], 4);
    __pipeline_commit();
    for (int i = 0; i < 64; ++i)
      sum += tile[buffer][i];
    buffer ^= 1;
  }
  C[t] = sum;
}

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'modulo' left alone: {{.*}}the loop switches between buffers of 'tile' by itself{{.*}} [already-pipelined]
// CHECK-NEXT: :[[#@LINE + 13]]:{{[0-9]+}}: note: here
__global__ void modulo(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  __pipeline_memcpy_async(&tile[0][t], &A[t], sizeof(float));
  __pipeline_commit();
  for (int k = 0; k < K; k += 64) {
    const int next = (k / 64 + 1) % 2;
    __pipeline_wait_prior(0);
    __syncthreads();
    if (k + 64 < K)
      __pipeline_memcpy_async(&tile[next][t], &A[k + 64 + t], 4);
    __pipeline_commit();
    for (int i = 0; i < 64; ++i)
      sum += tile[1 - next][i];
  }
  C[t] = sum;
}

// CHECK: :[[#@LINE + 10]]:3: remark: K-loop in 'one_minus' left alone: {{.*}}the loop switches between buffers of 'tile' by itself{{.*}} [already-pipelined]
// CHECK-NEXT: :[[#@LINE + 13]]:{{[0-9]+}}: note: here
__global__ void one_minus(const float *__restrict__ A, float *__restrict__ C,
                          int K) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int other = 1;
  __pipeline_memcpy_async(&tile[0][t], &A[t], sizeof(float));
  __pipeline_commit();
  for (int k = 0; k < K; k += 64) {
    __pipeline_wait_prior(0);
    __syncthreads();
    if (k + 64 < K)
      __pipeline_memcpy_async(&tile[other][t], &A[k + 64 + t], 4);
    __pipeline_commit();
    for (int i = 0; i < 64; ++i)
      sum += tile[1 - other][i];
    other = 1 - other;
  }
  C[t] = sum;
}

// CHECK: :[[#@LINE + 10]]:3: remark: K-loop in 'wraps' left alone: {{.*}}'tile'{{.*}} [already-pipelined]
// CHECK-NEXT: :[[#@LINE + 13]]:{{[0-9]+}}: note: here
__global__ void wraps(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int stage = 1;
  __pipeline_memcpy_async(&tile[0][t], &A[t], sizeof(float));
  __pipeline_commit();
  for (int k = 0; k < K; k += 64) {
    __pipeline_wait_prior(0);
    __syncthreads();
    if (k + 64 < K)
      __pipeline_memcpy_async(&tile[stage][t], &A[k + 64 + t], 4);
    __pipeline_commit();
    for (int i = 0; i < 64; ++i)
      sum += tile[stage ? 0 : 1][i];
    if (++stage == 2)
      stage = 0;
  }
  C[t] = sum;
}

// CHECK: :[[#@LINE + 10]]:3: remark: K-loop in 'in_one_array' left alone: {{.*}}the loop switches between buffers of 'tile' by itself{{.*}} [already-pipelined]
// CHECK-NEXT: :[[#@LINE + 13]]:{{[0-9]+}}: note: here
__global__ void in_one_array(const float *__restrict__ A, float *__restrict__ C,
                             int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = 64;
  __pipeline_memcpy_async(&tile[t], &A[t], sizeof(float));
  __pipeline_commit();
  for (int k = 0; k < K; k += 64) {
    __pipeline_wait_prior(0);
    __syncthreads();
    if (k + 64 < K)
      __pipeline_memcpy_async(&tile[at + t], &A[k + 64 + t], 4);
    __pipeline_commit();
    for (int i = 0; i < 64; ++i)
      sum += tile[64 - at + i];
    at ^= 64;
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
