// `if constexpr` around the store of a tile that one instantiation alone has: a plain
// `if` gives both one text, if none else does.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single blocks "-DSHAPES=dim3(64,1)"
// RUN: grep -v CHECK %t.cpasync.cu | FileCheck %s

#define KERNELS(KERNEL) KERNEL(weighted) KERNEL(plain)

// CHECK: if{{( constexpr)?}} (WEIGHTS)
// CHECK-NEXT: __pipeline_memcpy_async(&weight[threadIdx.x],
// CHECK: if constexpr (WEIGHTS)
// CHECK-NEXT: value *= weight[i];
template <bool WEIGHTS>
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float a[64];
  __shared__ float weight[WEIGHTS ? 64 : 1];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    a[threadIdx.x] = A[k + threadIdx.x];
    if constexpr (WEIGHTS)
      weight[threadIdx.x] = A[K + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      float value = a[i];
      if constexpr (WEIGHTS)
        value *= weight[i];
      sum += value;
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
#define weighted sums<true>
#define plain sums<false>
