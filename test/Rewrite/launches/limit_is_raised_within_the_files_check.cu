// Where the file checks what the runtime returns, so is what we add; a macro
// that is defined behind the launch is none there, nor is one that wants a test
// or more than the call.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=4 --widen=none %s -o - \
// RUN:   | FileCheck %s
#include <cuda_runtime.h>

template <int N>
__global__ void sums(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[N];
  float sum = 0.0f;
  for (int k = 0; k < n; k += N) {
    for (int i = threadIdx.x; i < N; i += 256)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < N; ++i)
      sum += tile[i] * (threadIdx.x + i);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK-LABEL: void early(
// CHECK: {{^}} cudaFuncSetAttribute(sums<4096>,
void early(const float *A, float *out, int n) {
  sums<4096><<<1, 256>>>(A, out, n);
}

#define HOLDS(test) (void)((test) || (__builtin_trap(), 0))
#define NAMED(call, name) (void)((call) && (__builtin_trap(), name))
// CHECK-LABEL: void others(
// CHECK: {{^}} cudaFuncSetAttribute(sums<4096>,
void others(const float *A, float *out, int n) {
  HOLDS(cudaGetLastError() == cudaSuccess);
  HOLDS(cudaDeviceSynchronize() == cudaSuccess);
  NAMED(cudaGetLastError(), "last");
  NAMED(cudaDeviceSynchronize(), "all");
  sums<4096><<<1, 256>>>(A, out, n);
}

#define CHECKED(call)                                                          \
  do {                                                                         \
    if ((call) != cudaSuccess)                                                 \
      __builtin_trap();                                                        \
  } while (0)

// CHECK-LABEL: void late(
// CHECK: {{^}} CHECKED(cudaFuncSetAttribute(sums<4096>,
void late(const float *A, float *out, int n) {
  sums<4096><<<1, 256>>>(A, out, n);
  CHECKED(cudaGetLastError());
}
