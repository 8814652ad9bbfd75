// Where launches say how many threads a block has and what parameters are, loops
// over them have a trip count: for figures one launch is enough.
//
// RUN: print-resources work file=%s | FileCheck %s

#include <cuda_runtime.h>

// CHECK-LABEL: nbody: {{.*}} 128 threads by its launches
// CHECK: compute: operations 256, math 128,
// CHECK-NEXT: {{^}}  64.0 operations a byte, 128.0 math instructions a load
__global__ void nbody(const float *A, float *C, int n) {
  extern __shared__ float t[];
  float sum = 0;
  for (int k = 0; k < n; k += blockDim.x) {
    t[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < blockDim.x; ++i)
      sum += t[i] * t[i ^ 1];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Two launches that differ: the first. 1024 elements, 16 x 8 threads: 8 each.
// CHECK-LABEL: copies: {{.*}} 128 threads by a launch
// CHECK: load: operations 0, math 0, global loads 8 (32 bytes),
// CHECK-NOT: missing
// CHECK: math instructions a load
__global__ void copies(const float *A, float *C, int n, int rows) {
  __shared__ float t[1024];
  float sum = 0;
  const int threads = blockDim.x * blockDim.y;
  int tid = threadIdx.y * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; k += 1024) {
    for (int i = tid; i < rows * 64; i += threads)
      t[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += t[i] * t[i ^ 1];
    __syncthreads();
  }
  C[tid] = sum;
}

// Nobody launches it: at most 256 threads, and no trip count.
// CHECK-LABEL: bounded: {{.*}} 256 threads by its bounds
// CHECK: missing, line [[#@LINE+6]]: this loop has no constant trip count
__global__ void __launch_bounds__(256)
    bounded(const float *A, float *C, int n) {
  __shared__ float t[1024];
  float sum = 0;
  for (int k = 0; k < n; k += 1024) {
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
      t[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += t[i] * t[i ^ 1];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A counter that its loop changes has no trip count, whoever launches.
// CHECK-LABEL: jumps: {{.*}} 64 threads by its launches
// CHECK: missing, line [[#@LINE+7]]: this loop has no constant trip count
__global__ void jumps(const float *A, float *C, int n) {
  __shared__ float t[64];
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    t[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < blockDim.x; ++i) {
      sum += t[i];
      i += t[i] > 0;
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: unknown: {{.*}} 0 threads unknown
__global__ void unknown(const float *A, float *C, int n) {
  __shared__ float t[64];
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    t[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += t[threadIdx.x ^ 1];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, float *C, int n, int threads) {
  nbody<<<n, 128, 128 * sizeof(float)>>>(A, C, n);
  dim3 block(16, 8);
  copies<<<n, block>>>(A, C, n, 16);
  copies<<<n, 256>>>(A, C, n, 16);
  jumps<<<n, 64>>>(A, C, n);
  unknown<<<n, threads>>>(A, C, n);
}
