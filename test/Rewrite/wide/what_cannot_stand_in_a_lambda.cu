// A pipeline for each width of the copies is a lambda that is called twice. Where its
// text would mean something else there, its lines cannot move, or nvcc may not inline
// it, both kinds of copies share a loop.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu

#include <cstdio>

// CHECK: plain(const
// CHECK: {{^ +}}auto pipeline  = [&](bool wide) {
// CHECK: if (wide) {
// CHECK: if (wide_copies)
// CHECK-NEXT: pipeline(true);
// CHECK-NEXT: else
// CHECK-NEXT: pipeline(false);
__global__ void __launch_bounds__(64)
    plain(const signed char *__restrict__ A, int *__restrict__ out, int K) {
  __shared__ signed char tile[64][32];
  const int t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < K; k += 32) {
    for (int i = t; i < 64 * 32; i += 64)
      tile[i / 32][i % 32] = A[i / 32 * K + k + i % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[t][i] * (i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: names_its_function(const
// CHECK-NOT: {{^ +}}auto pipeline
// CHECK: if (wide_copies{{.*}}) {
// CHECK-NOT: {{^ +}}auto pipeline
__global__ void __launch_bounds__(64)
    names_its_function(const signed char *__restrict__ A, int *__restrict__ out, int K) {
  __shared__ signed char tile[64][32];
  const int t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < K; k += 32) {
    for (int i = t; i < 64 * 32; i += 64)
      tile[i / 32][i % 32] = A[i / 32 * K + k + i % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[t][i] * (i + 1);
    if (sum < 0)
      printf("%s: %d\n", __func__, sum);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: has_a_raw_string(const
// CHECK-NOT: {{^ +}}auto pipeline
// CHECK: if (wide_copies{{.*}}) {
// CHECK-NOT: {{^ +}}auto pipeline
__global__ void __launch_bounds__(64)
    has_a_raw_string(const signed char *__restrict__ A, int *__restrict__ out, int K) {
  __shared__ signed char tile[64][32];
  const int t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < K; k += 32) {
    for (int i = t; i < 64 * 32; i += 64)
      tile[i / 32][i % 32] = A[i / 32 * K + k + i % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[t][i] * (i + 1);
    if (sum < 0)
      printf(R"(
sum: %d)", sum);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: has_a_directive(const
// CHECK-NOT: {{^ +}}auto pipeline
// CHECK: if (wide_copies{{.*}}) {
// CHECK-NOT: {{^ +}}auto pipeline
__global__ void __launch_bounds__(64)
    has_a_directive(const signed char *__restrict__ A, int *__restrict__ out, int K) {
  __shared__ signed char tile[64][32];
  const int t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < K; k += 32) {
    for (int i = t; i < 64 * 32; i += 64)
      tile[i / 32][i % 32] = A[i / 32 * K + k + i % 32];
    __syncthreads();
#ifdef TWICE
    sum *= 2;
#endif
    for (int i = 0; i < 32; ++i)
      sum += tile[t][i] * (i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

#define FOUR(X) X X X X

// CHECK: is_long(const
// CHECK-NOT: {{^ +}}auto pipeline
// CHECK: if (wide_copies{{.*}}) {
// CHECK-NOT: {{^ +}}auto pipeline
__global__ void __launch_bounds__(64)
    is_long(const signed char *__restrict__ A, int *__restrict__ out, int K) {
  __shared__ signed char tile[64][32];
  const int t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < K; k += 32) {
    for (int i = t; i < 64 * 32; i += 64)
      tile[i / 32][i % 32] = A[i / 32 * K + k + i % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i) {
      FOUR(FOUR(FOUR(FOUR(sum = sum * 3 + tile[t][i];))))
    }
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: is_not_as_long(const
// CHECK: {{^ +}}auto pipeline
__global__ void __launch_bounds__(64)
    is_not_as_long(const signed char *__restrict__ A, int *__restrict__ out, int K) {
  __shared__ signed char tile[64][32];
  const int t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < K; k += 32) {
    for (int i = t; i < 64 * 32; i += 64)
      tile[i / 32][i % 32] = A[i / 32 * K + k + i % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i) {
      FOUR(FOUR(FOUR(sum = sum * 3 + tile[t][i];)))
    }
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: is_read_behind(const
// CHECK-NOT: {{^ +}}auto pipeline
// CHECK: if (wide_copies{{.*}}) {
// CHECK-NOT: {{^ +}}auto pipeline
__global__ void __launch_bounds__(64)
    is_read_behind(const signed char *__restrict__ A, int *__restrict__ out, int K) {
  __shared__ signed char tile[64][32];
  const int t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < K; k += 32) {
    for (int i = t; i < 64 * 32; i += 64)
      tile[i / 32][i % 32] = A[i / 32 * K + k + i % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[t][i] * (i + 1);
    __syncthreads();
  }
  out[t] = sum + tile[0][t % 32];
}
