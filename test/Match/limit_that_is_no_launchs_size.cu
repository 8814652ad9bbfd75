// The limit is asked for in other words than the size of the launch: the device may
// not allow a multiple of that. It stays, and the launch asks for what it takes.
//
// RUN: cuda-pipeline-rewrite %s --variant=ldg --quiet -o %t.cu
// RUN: grep -v '^ *//' %t.cu | FileCheck %s
#include <cuda_runtime.h>

extern __shared__ float tile[];

__global__ void sum(const float *__restrict__ A, float *__restrict__ C, int K,
                    int n) {
  const int t = threadIdx.x;
  float total = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      total += tile[i];
    __syncthreads();
  }
  C[t] = total;
}

void launch(const float *A, float *C, int K) {
  int optin = 0;
  cudaDeviceGetAttribute(&optin, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  const int reserved = K;
  // CHECK: cudaFuncSetAttribute(sum, cudaFuncAttributeMaxDynamicSharedMemorySize,
  // CHECK-NEXT: {{^ *}}optin - reserved);
  // CHECK-NEXT: cudaFuncSetAttribute(sum, cudaFuncAttributeMaxDynamicSharedMemorySize,
  // CHECK-NEXT: {{^ *}}2 * 32768);
  // CHECK-NEXT: sum<<<1, 64, 2 * 32768>>>(A, C, K, 0);
  cudaFuncSetAttribute(sum, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       optin - reserved);
  sum<<<1, 64, 32768>>>(A, C, K, 0);
}

// In the words of the launch: both follow.
void in_the_same_words(const float *A, float *C, int K, int n) {
  // CHECK: cudaFuncSetAttribute(sum, cudaFuncAttributeMaxDynamicSharedMemorySize,
  // CHECK-NEXT: {{^ *}}2 * n * 16);
  // CHECK-NEXT: sum<<<1, 64, 2 * n * 16>>>(A, C, K, 1);
  cudaFuncSetAttribute(sum, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       n * 16);
  sum<<<1, 64, n * 16>>>(A, C, K, 1);
}
