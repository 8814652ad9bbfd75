// Two asynchronous copies have no order: that they never meet is proved for the numbers of
// the instantiations in the file, or of this build. For others they are stored in the
// user's order. Near twins: numbers that nothing else gives, and registers, which are
// stored in that order anyway.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=none -o %t.cu %s
// RUN: grep -E '(__global__|  constexpr bool)' %t.cu | FileCheck %s
// RUN: %clang_cuda %t.cu
// RUN: %run_on_cpu %S/Inputs/stores_apart.driver.cu %s %t.cu
// RUN: %run_on_cpu %S/Inputs/stores_apart.driver.cu %s %t.cu -DAWAY=0
// RUN: cuda-pipeline-rewrite --variant=ldg -o %t.ldg.cu %s
// RUN: not grep "^  constexpr bool" %t.ldg.cu

#ifndef AWAY
#define AWAY 64
#endif

// CHECK: void by_a_parameter(
// CHECK-NEXT: constexpr bool async_copies = S == 64;
template <int S>
__global__ void by_a_parameter(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    tile[t + S] = A[k + 2 * t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] * (j + t);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-NEXT: void by_the_trips_of_a_loop(
// CHECK-NEXT: constexpr bool async_copies = N == 64;
template <int N>
__global__ void by_the_trips_of_a_loop(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    for (int i = t; i < N; i += 32)
      tile[i] = A[k + i];
    tile[t + 64] = A[k + 2 * t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] * (j + t);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-NEXT: void by_a_macro(
// CHECK-NEXT: constexpr bool async_copies = AWAY == 64;
__global__ void by_a_macro(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    tile[t + AWAY] = A[k + 2 * t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] * (j + t);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-NEXT: void by_a_number(
// CHECK-NOT: async_copies
template <int Scale>
__global__ void by_a_number(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    tile[t + 64] = A[k + 2 * t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] * (j + t);
    __syncthreads();
  }
  C[t] = sum * Scale;
}

template __global__ void by_a_parameter<64>(const float *, float *, int);
template __global__ void by_the_trips_of_a_loop<64>(const float *, float *, int);
template __global__ void by_a_number<2>(const float *, float *, int);
