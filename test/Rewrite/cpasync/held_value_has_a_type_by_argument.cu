// A variable between load and store converts what it holds, in an instantiation that this
// file has not: it stays. One of the same type for all goes.
//
// RUN: cuda-pipeline-rewrite --quiet --variant=cpasync -o %t.cpasync.cu %s
// RUN: %run_on_cpu %S/../Inputs/walk.driver.cu %s %t.cpasync.cu "-DKERNELS=converts<32>,converts<31>,same<32>,same<31>" -DPADDED
// RUN: cuda-pipeline-rewrite --quiet --variant=cpasync -o - %s | FileCheck %s

template <int N> struct Type { using Value = float; };
template <> struct Type<31> { using Value = int; };

template <int N>
__global__ void converts(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    typename Type<N>::Value v = k + t < n ? A[k + t] : 0.0f;
    tile[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: void same(
// CHECK: __pipeline_memcpy_async
template <int N>
__global__ void same(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    float v = k + t < n ? A[k + t] : 0.0f;
    tile[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}
#ifndef CUDAPIPE_EXECUTOR
template __global__ void converts<32>(const float *, float *, int);
template __global__ void same<32>(const float *, float *, int);
#endif
