// The element type of a template is two bytes long: cp.async makes the wide
// copies only, and no other instantiation may take their text for its own.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync %s -o %t.cu
// RUN: grep -v '^//' %t.cu | FileCheck %s
// RUN: cuda-pipeline-rewrite --check %t.cu
//
// CHECK-NOT: async_copies
// CHECK: sizeof(E) == 2 && reinterpret_cast<size_t>(A) % 16 == 0 && n % 8 == 0;
// CHECK-NOT: async_copies
// CHECK: __pipeline_memcpy_async(&As[i], &A[k + i], 16, (k + i < n) ? 0 : 16);

#include <cuda_fp16.h>

template <typename E>
__global__ void weigh(const E *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ E As[64];
  const int tid = threadIdx.x;
  float acc = 0;
  for (int k = 0; k < n; k += 64) {
    for (int i = tid; i < 64; i += blockDim.x) {
      if (k + i < n)
        As[i] = A[k + i];
      else
        As[i] = __float2half(0.0f);
    }
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      acc = acc * 0.5f + __half2float(As[(tid + j) % 64]);
    __syncthreads();
  }
  out[blockIdx.x * 32 + tid] = acc;
}

void run(const __half *A, float *out, int n) {
  weigh<__half><<<2, 32>>>(A, out, n);
}
