// cudaFuncSetAttribute() takes any function: it cannot be given a name that several
// have.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: grep -v '^//' %t.cu | FileCheck %s --check-prefix=CODE
#include <cuda_runtime.h>

// CHECK: K-loop in 'scan' left alone: {{.*}}: several functions have the name of the kernel, which cudaFuncSetAttribute() has to be given; rename one [launch-out-of-sight]
__global__ void scan(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
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
__global__ void scan(float *C) { C[threadIdx.x] = 0.0f; }

// A function of another namespace, and a declaration of the same.
namespace other {
__global__ void one(float *C) { C[threadIdx.x] = 0.0f; }
} // namespace other
__global__ void one(const float *__restrict__ A, float *__restrict__ C, int K);
// CHECK: K-loop in 'one' pipelined: ldg, 2 stages, dynamic
__global__ void one(const float *__restrict__ A, float *__restrict__ C,
                    int K) {
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

void launch(const float *A, float *C, int K) {
  scan<<<1, 64>>>(A, C, K);
  scan<<<1, 64>>>(C);
  // CODE: cudaFuncSetAttribute(one,
  one<<<1, 64>>>(A, C, K);
  other::one<<<1, 64>>>(C);
}
