// Under NDEBUG an assertion names nothing; without it, the result is to compile, too.
//
// RUN: cuda-pipeline-rewrite --quiet --variant=cpasync -o %t.cpasync.cu %s -- -DNDEBUG
// RUN: cuda-pipeline-rewrite --quiet --variant=ldg -o %t.ldg.cu %s -- -DNDEBUG
// RUN: cuda-pipeline-rewrite --explain --variant=ldg %s -- -DNDEBUG 2>&1 >/dev/null | FileCheck %s
// RUN: %run_on_cpu %S/../Inputs/walk.driver.cu %s %t.cpasync.cu %t.ldg.cu -DKERNELS=in_front,behind,of_a_value,of_our_own
// RUN: %run_on_cpu %S/../Inputs/walk.driver.cu %s %t.cpasync.cu %t.ldg.cu -DKERNELS=in_front,behind,of_a_value,of_our_own -DNDEBUG

// CHECK: 'in_front' pipelined
// CHECK: 'behind' pipelined
// CHECK: 'of_a_value' pipelined
// CHECK: 'of_our_own' pipelined
#include <assert.h>
#ifdef NDEBUG
#define DASSERT(x)
#else
#define DASSERT(x) assert(x)
#endif

__global__ void in_front(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    const int at = k + t;
    assert(at >= 0);
    tile[t] = at < n ? A[at] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void behind(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    const int at = k + t;
    tile[t] = at < n ? A[at] : 0.0f;
    assert(at >= 0);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void of_a_value(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    const float v = k + t < n ? A[k + t] : 0.0f;
    assert(v == v);
    tile[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void of_our_own(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    const int at = k + t;
    DASSERT(at >= 0);
    const float v = at < n ? A[at] : 0.0f;
    DASSERT(v == v);
    tile[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}
