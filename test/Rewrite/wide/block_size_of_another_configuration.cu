// Where the size of a block is a macro or a constant that another configuration
// defines otherwise, wide copies test it, as where no launch is in sight.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --widen=auto --quiet -o %t.cu
// RUN: grep -v '^//' %t.cu | FileCheck %s
// RUN: %run_on_cpu %S/Inputs/block_sizes.driver.cu %s %t.cu
// RUN: %run_on_cpu %S/Inputs/block_sizes.driver.cu %s %t.cu -DSMALL
// RUN: %run_on_cpu %S/Inputs/block_sizes.driver.cu %s %t.cu -DTHREADS=96

#ifdef SMALL
#define SIZE 32
constexpr int NUMBER = 32;
#else
#define SIZE 64
constexpr int NUMBER = 64;
#endif
#ifndef THREADS
#define THREADS 64
#endif
#define FIXED 64

#define KERNEL(NAME)                                                          \
  static __global__ void NAME(const float *__restrict__ A, float *__restrict__ C, int K)

// CHECK-LABEL: KERNEL(by_macro)
// CHECK: const bool wide_copies =
// CHECK-NEXT: blockDim.x == 64
KERNEL(by_macro) {
  __shared__ float tile[16][32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    for (int i = t; i < 16 * 32; i += blockDim.x)
      tile[i / 32][i % 32] = A[i / 32 * K + k + i % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-LABEL: KERNEL(by_constant)
// CHECK: const bool wide_copies =
// CHECK-NEXT: blockDim.x == 64
KERNEL(by_constant) {
  __shared__ float tile[16][32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    for (int i = t; i < 16 * 32; i += blockDim.x)
      tile[i / 32][i % 32] = A[i / 32 * K + k + i % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-LABEL: KERNEL(by_default)
// CHECK: const bool wide_copies =
// CHECK-NEXT: blockDim.x == 64
KERNEL(by_default) {
  __shared__ float tile[16][32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    for (int i = t; i < 16 * 32; i += blockDim.x)
      tile[i / 32][i % 32] = A[i / 32 * K + k + i % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-LABEL: KERNEL(fixed)
// CHECK-NOT: blockDim.x ==
// CHECK-LABEL: void launch(
KERNEL(fixed) {
  __shared__ float tile[16][32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    for (int i = t; i < 16 * 32; i += blockDim.x)
      tile[i / 32][i % 32] = A[i / 32 * K + k + i % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  by_macro<<<1, SIZE>>>(A, C, K);
  by_constant<<<1, NUMBER>>>(A, C + 128, K);
  by_default<<<1, THREADS>>>(A, C + 256, K);
  fixed<<<1, FIXED>>>(A, C + 384, K);
}
