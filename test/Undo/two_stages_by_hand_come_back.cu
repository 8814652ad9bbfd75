// The textbook's double buffers: the next copies start in front of the wait, or behind
// the barrier; stages are told by a variable or by the number of the trip.
//
// RUN: cuda-pipeline-rewrite --undo --explain --warnings-as-errors %s -o %t.cu 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --undo --check %t.cu
// RUN: grep -v RUN: %t.cu > %t.body
// RUN: not grep -e __pipeline -e cuda_pipeline.h -e 'tile\[2\]' %t.body
// RUN: %run_on_cpu %S/../Rewrite/Inputs/walk.driver.cu %s %t.cu -DMORE \
// RUN:   -DKERNELS=before_the_wait,behind_the_barrier,by_parity,in_loops
// RUN: FileCheck %s --check-prefix=PLAIN --input-file=%t.cu

#include <cuda_pipeline.h>

// CHECK: 'before_the_wait' taken back: cpasync, 2 stages -> plain loop
//      PLAIN: void before_the_wait(
//      PLAIN:   for (int k = 0; k < n; k += 32) {
// PLAIN-NEXT:     tile[t] = k + t < n ? A[k + t] : 0.0f;
// PLAIN-NEXT:     __syncthreads();
// PLAIN-NEXT:     for (int i = 0; i < 32; ++i)
// PLAIN-NEXT:       sum += tile[i] * (t + 1);
// PLAIN-NEXT:     __syncthreads();
// PLAIN-NEXT:   }
__global__ void before_the_wait(const float *__restrict__ A,
                                float *__restrict__ out, int n) {
  __shared__ float tile[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  __pipeline_memcpy_async(&tile[0][t], &A[t], 4, t < n ? 0 : 4);
  __pipeline_commit();
  int stage = 0;
  for (int k = 0; k < n; k += 32) {
    if (k + 32 < n) {
      __pipeline_memcpy_async(&tile[stage ^ 1][t], &A[k + 32 + t], 4,
                              k + 32 + t < n ? 0 : 4);
      __pipeline_commit();
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[stage][i] * (t + 1);
    __syncthreads();
    stage ^= 1;
  }
  out[t] = sum;
}

// CHECK: 'behind_the_barrier' taken back: cpasync, 2 stages -> plain loop
__global__ void behind_the_barrier(const float *__restrict__ A,
                                   float *__restrict__ out, int n) {
  __shared__ float tile[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  if (n > 0) {
    __pipeline_memcpy_async(&tile[0][t], &A[t], 4, t < n ? 0 : 4);
  }
  __pipeline_commit();
  int now = 0;
  for (int k = 0; k < n; k += 32) {
    const int next = (now + 1) % 2;
    __pipeline_wait_prior(0);
    __syncthreads();
    const int k_next = k + 32;
    if (k_next < n)
      __pipeline_memcpy_async(&tile[next][t], &A[k_next + t], 4,
                              k_next + t < n ? 0 : 4);
    __pipeline_commit();
    for (int i = 0; i < 32; ++i)
      sum += tile[now][i] * (t + 1);
    now = next;
  }
  out[t] = sum;
}

// CHECK: 'by_parity' taken back: cpasync, 2 stages -> plain loop
__global__ void by_parity(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[2][32];
  const int t = threadIdx.x;
  const int tiles = (n + 31) / 32;
  float sum = 1.0f;
  __pipeline_memcpy_async(&tile[0][t], &A[t], 4, t < n ? 0 : 4);
  __pipeline_commit();
  for (int i = 0; i < tiles; ++i) {
    if (i + 1 < tiles)
      __pipeline_memcpy_async(&tile[(i + 1) % 2][t], &A[(i + 1) * 32 + t], 4,
                              (i + 1) * 32 + t < n ? 0 : 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    for (int j = 0; j < 32; ++j)
      sum += tile[i % 2][j] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'in_loops' taken back: cpasync, 2 stages -> plain loop
__global__ void in_loops(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  for (int i = t; i < 32; i += 32)
    __pipeline_memcpy_async(&tile[0][i], &A[i], 4, i < n ? 0 : 4);
  __pipeline_commit();
  int stage = 0;
  for (int k = 0; k < n; k += 32) {
    if (k + 32 < n) {
      for (int i = t; i < 32; i += 32)
        __pipeline_memcpy_async(&tile[1 - stage][i], &A[(k + 32) + i], 4,
                                k + 32 + i < n ? 0 : 4);
      __pipeline_commit();
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[stage][i] * (t + 1);
    __syncthreads();
    stage = 1 - stage;
  }
  out[t] = sum;
}
