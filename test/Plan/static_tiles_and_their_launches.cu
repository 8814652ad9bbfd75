// Two stages of 32 KB must be dynamic. That needs launches that say how much.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: grep -v '^//' %t.cu | FileCheck %s --check-prefix=CODE
// RUN: cuda-pipeline-rewrite --explain --assume-launch-updated --kernel=unlaunched --variant=ldg -o %t.updated.cu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UPDATED
// RUN: cuda-pipeline-rewrite --explain --gpu-arch=sm_75 --kernel=configured --variant=ldg -o %t.75.cu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SM75
#include <cuda_runtime.h>

#define PARAMS const float *__restrict__ A, float *__restrict__ C, int K

// CHECK: K-loop in 'unlaunched' left alone: {{.*}}: no launch of it is in this file; who launches it must pass 65536 bytes of dynamic shared memory, and --assume-launch-updated says that they do [launch-out-of-sight]
// UPDATED: K-loop in 'unlaunched' pipelined: ldg, 2 stages, dynamic, shared memory 32768 -> 65536 bytes
// UPDATED: K-loop in 'unlaunched': launch 'unlaunched' with 65536 bytes of dynamic shared memory
__global__ void unlaunched(PARAMS) {
  __shared__ float tile[8192];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'configured' pipelined: ldg, 2 stages, dynamic
// SM75: K-loop in 'configured' left alone: {{.*}}: 65536 bytes dynamic and 256 static with 2 stages, sm_75 allows a block 65536 [shared-memory-limit]
__global__ void configured(PARAMS) {
  __shared__ float total[64];
  __shared__ float tile[8192];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  total[t] = sum;
  __syncthreads();
  C[t] = total[63 - t];
}

// CHECK: K-loop in 'sized' left alone: {{.*}}: it passes dynamic shared memory that the kernel does not use [launch-out-of-sight]
__global__ void sized(PARAMS) {
  __shared__ float tile[8192];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'declared_together' left alone: {{.*}}: the tile has to become dynamic: declare 'other' in a statement of its own [shared-memory-limit]
__global__ void declared_together(PARAMS) {
  __shared__ float tile[8192], other[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  other[t] = sum;
  __syncthreads();
  C[t] = other[63 - t];
}

// CHECK: K-loop in 'two_loops' pipelined: ldg, 2 stages, dynamic
// CHECK: K-loop in 'two_loops' pipelined: ldg, 2 stages, shared memory
__global__ void two_loops(PARAMS) {
  __shared__ float tile[8192];
  __shared__ float small[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  for (int k = 0; k < K; k += 64) {
    small[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += small[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'large_loops' pipelined: ldg, 2 stages, dynamic
// CHECK: K-loop in 'large_loops' left alone: {{.*}}, and other tiles are dynamic [shared-memory-limit]
__global__ void large_loops(PARAMS) {
  __shared__ float tile[4096];
  __shared__ float second[6400];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  for (int k = 0; k < K; k += 64) {
    second[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += second[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CODE: cudaLaunchConfig_t config = {dim3(1), dim3(64)};
// CODE-NEXT: config.dynamicSmemBytes = 2 * 8192 * sizeof(float);
// CODE-NEXT: cudaFuncSetAttribute(configured, cudaFuncAttributeMaxDynamicSharedMemorySize,
// CODE-NEXT: config.dynamicSmemBytes);
// CODE-NEXT: cudaLaunchKernelEx(&config, configured, A, C, K);
// CODE: cudaFuncSetAttribute(two_loops,
// CODE: cudaLaunchKernel(two_loops, dim3(1), dim3(64), args,
// CODE-NEXT: 2 * 8192 * sizeof(float));
void use(const float *A, float *C, int K) {
  cudaLaunchConfig_t config = {dim3(1), dim3(64)};
  cudaLaunchKernelEx(&config, configured, A, C, K);
  sized<<<1, 64, 256>>>(A, C, K);
  declared_together<<<1, 64>>>(A, C, K);
  void *args[] = {&A, &C, &K};
  cudaLaunchKernel(two_loops, dim3(1), dim3(64), args);
  large_loops<<<1, 64>>>(A, C, K);
}
