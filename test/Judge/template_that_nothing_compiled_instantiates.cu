// What launches these templates does not compile here: an instance is made for
// the compiler to be asked, with the numbers of the launch, and float for types
// that have no name here. Where the text has no numbers, none is made.
//
// RUN: %judge_by_nvcc %s --explain -o %t.cu 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.cu
// TEXT-NOT: plausible

#include "nowhere.h"

constexpr int TILE = 64;

// CHECK: K-loop in 'launched' pipelined: {{.*}}; nvcc 99.1.7 sees no loss
// CHECK: K-loop in 'launched': nothing that compiles here instantiates it; judged as 'launched<float, TILE>'
// nvcc: _Z8launchedIfLi64EEvPKT_PS0_i plain=64 cpasync=64 ldg=64 ldg-single=64
template <typename T, int N>
__global__ void launched(const T *__restrict__ A, T *__restrict__ C, int n) {
  __shared__ T As[N][N];
  const int t = threadIdx.x;
  T sum = 0;
  for (int k = 0; k < n; k += N) {
    for (int i = t; i < N * N; i += 256)
      As[i / N][i % N] = A[(blockIdx.x * N + i / N) * n + k + i % N];
    __syncthreads();
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < 16; ++j)
        sum += As[t / 4][i] * As[i][t % 4 * 16 + j];
    __syncthreads();
  }
  C[blockIdx.x * 256 + t] = sum;
}

// CHECK: K-loop in 'by_type' pipelined: {{.*}}; nvcc 99.1.7 sees no loss
// CHECK: K-loop in 'by_type': nothing that compiles here instantiates it; judged as 'parts::by_type<float>'
// nvcc: _ZN5parts7by_typeIfLi64EEEvPKT_PS1_i plain=64 cpasync=64 ldg=64 ldg-single=64
namespace parts {
template <typename T, int N = TILE>
__global__ void by_type(const T *__restrict__ A, T *__restrict__ C, int n) {
  __shared__ T As[N][N];
  const int t = threadIdx.x;
  T sum = 0;
  for (int k = 0; k < n; k += N) {
    for (int i = t; i < N * N; i += 256)
      As[i / N][i % N] = A[(blockIdx.x * N + i / N) * n + k + i % N];
    __syncthreads();
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < 16; ++j)
        sum += As[t / 4][i] * As[i][t % 4 * 16 + j];
    __syncthreads();
  }
  C[blockIdx.x * 256 + t] = sum;
}
} // namespace parts

// CHECK: K-loop in 'unknown' left alone: a compiler is needed to decide: {{.*}}; nvcc 99.1.7 compiles no instance of it in this file
// nvcc: _Z7unknownIfLi64EEvPKT_PS0_i plain=64 cpasync=64 ldg=64 ldg-single=64
template <typename T, int N>
__global__ void unknown(const T *__restrict__ A, T *__restrict__ C, int n) {
  __shared__ T As[N][N];
  const int t = threadIdx.x;
  T sum = 0;
  for (int k = 0; k < n; k += N) {
    for (int i = t; i < N * N; i += 256)
      As[i / N][i % N] = A[(blockIdx.x * N + i / N) * n + k + i % N];
    __syncthreads();
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < 16; ++j)
        sum += As[t / 4][i] * As[i][t % 4 * 16 + j];
    __syncthreads();
  }
  C[blockIdx.x * 256 + t] = sum;
}

nowhere::Tensor run(nowhere::Tensor x) {
  NOWHERE_DISPATCH(x.type(), [&] {
    launched<scalar_t, TILE><<<x.size(), 256>>>(x.data<scalar_t>(), x.out(), 1);
    unknown<scalar_t, x.size()><<<x.size(), 256>>>(x.data(), x.out(), 1);
  });
  return x;
}
