// What has no constant count is counted once, and said to be missing: the
// figures are bounds then.
//
// RUN: print-resources work file=%s | FileCheck %s

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

// CHECK-LABEL: inner_loop:
// CHECK: load: operations 0, math 0, global loads 1 (4 bytes),
// CHECK-NEXT: compute: operations 2, math 1,
// CHECK-NEXT: missing, line [[#@LINE+8]]: this loop has no constant trip count
// CHECK-NEXT: at least 0.5 operations a byte, at least 1.0 math instructions a load
__global__ void inner_loop(const float *A, float *C, int n) {
  __shared__ float t[256];
  float sum = 0;
  for (int k = 0; k < n; k += 256) {
    t[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < blockDim.x; ++i)
      sum += t[i] * t[i ^ 1];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: copy_loop:
// CHECK: load: operations 0, math 0, global loads 1 (4 bytes),
// CHECK-NEXT: missing, line [[#@LINE+7]]: this loop has no constant trip count
// CHECK-NEXT: compute: operations 128, math 64,
// CHECK-NEXT: at most 32.0 operations a byte, at most 64.0 math instructions a load
__global__ void copy_loop(const float *A, float *C, int n) {
  __shared__ float t[64];
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
      t[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += t[i] * t[i ^ 1];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: search:
// CHECK: compute: operations 1, math 1, {{.*}} shared loads 1,
// CHECK-NEXT: missing, line [[#@LINE+8]]: this loop has no constant trip count
__global__ void search(const float *A, int *C, int n) {
  __shared__ float t[64];
  int found = 0;
  for (int k = 0; k < n; k += 64) {
    t[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    int i = 0;
    while (i < 64 && t[i] > 0)
      ++i;
    found = max(found, i);
    __syncthreads();
  }
  C[threadIdx.x] = found;
}

// CHECK-LABEL: group:
// CHECK: load: {{.*}} (0 bytes), {{.*}} async 0
// CHECK-NEXT: missing, line [[#@LINE+8]]: a group of threads copies together
// CHECK-NEXT: compute: operations 64, math 64,
// CHECK-NEXT: unknown operations a byte, unknown math instructions a load
__global__ void group(const float *A, float *C, int n) {
  __shared__ float t[64];
  cg::thread_block block = cg::this_thread_block();
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    cg::memcpy_async(block, t, A + k, sizeof(t));
    cg::wait(block);
    for (int i = 0; i < 64; ++i)
      sum += t[i];
    block.sync();
  }
  C[threadIdx.x] = sum;
}

// A template that nobody instantiates is not known at all.
// CHECK-LABEL: never:
// CHECK: missing, line
// CHECK: missing, line
// CHECK: unknown operations a byte, unknown math instructions a load
template <typename T>
__global__ void never(const T *A, T *C, int n) {
  __shared__ T t[64];
  T sum = 0;
  for (int k = 0; k < n; k += 64) {
    t[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += t[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The user's own cp.async counts as a load; so does each of its 16 bytes.
// CHECK-LABEL: asynchronous:
// CHECK: load: operations 0, math 0, global loads 0 (16 bytes), {{.*}} async 1
// CHECK-NOT: missing
// CHECK: {{^}}  4.0 operations a byte, 64.0 math instructions a load
__global__ void asynchronous(const float *A, float *C, int n) {
  __shared__ __align__(16) float t[256];
  float sum = 0;
  for (int k = 0; k < n; k += 256) {
    __pipeline_memcpy_async(&t[threadIdx.x * 4], &A[k + threadIdx.x * 4], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += t[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
