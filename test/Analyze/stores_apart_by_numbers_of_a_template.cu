// Two asynchronous copies have no order: that they never meet is proved for the numbers of
// the instantiations in the file, or of this build, which are asserted. Near twins: numbers
// that nothing else gives, and registers, which are stored in the user's order.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=none -o %t.cu %s
// RUN: grep -E '(__global__|  static_assert)' %t.cu | FileCheck %s
// RUN: %clang_cuda %t.cu
// RUN: cp %t.cu %t.more.cu
// RUN: echo 'template __global__ void by_a_parameter<0>(const float *, float *, int);' >> %t.more.cu
// RUN: not %clang_cuda %t.more.cu 2>&1 | FileCheck --check-prefix=MORE %s
// RUN: not %clang_cuda -DAWAY=0 %t.cu
// RUN: cuda-pipeline-rewrite --variant=ldg -o %t.ldg.cu %s
// RUN: not grep "^  static_assert" %t.ldg.cu
//
// MORE: specialization 'by_a_parameter<0>'

#ifndef AWAY
#define AWAY 64
#endif

// CHECK: void by_a_parameter(
// CHECK-NEXT: static_assert(S == 64, "the pipeline is for this size");
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
// CHECK-NEXT: static_assert(N == 64, "the pipeline is for this size");
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
// CHECK-NEXT: static_assert(AWAY == 64, "the pipeline is for this size");
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
// CHECK-NOT: static_assert
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
