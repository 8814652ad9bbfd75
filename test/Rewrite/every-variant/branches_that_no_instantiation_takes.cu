// Each kernel has one instantiation in this file, and is run as that and as another one,
// which takes the other branch of `if constexpr`.
//
// RUN: cuda-pipeline-rewrite --quiet --variant=cpasync -o %t.cpasync.cu %s
// RUN: cuda-pipeline-rewrite --quiet --variant=ldg -o %t.ldg.cu %s
// RUN: cuda-pipeline-rewrite --quiet --variant=ldg-single -o %t.ldg-single.cu %s
// RUN: cuda-pipeline-rewrite --quiet --variant=auto -o %t.auto.cu %s
// RUN: %run_on_cpu %S/../Inputs/walk.driver.cu %s %t.cpasync.cu %t.ldg.cu %t.ldg-single.cu %t.auto.cu "-DKERNELS=other_store<32>,other_store<31>,in_braces<32>,in_braces<31>,store_behind<32>,store_behind<31>,sets_the_address<32>,sets_the_address<31>,moves_the_pointer<32>,moves_the_pointer<31>,changes_the_value<32>,changes_the_value<31>" -DPADDED
// RUN: cuda-pipeline-rewrite --explain --variant=ldg %s 2>&1 >/dev/null | FileCheck %s
// CHECK: 'other_store' pipelined
// CHECK: 'in_braces' pipelined

template <int N>
__global__ void other_store(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    for (int j = t; j < 32; j += 32) {
      if constexpr (N == 32)
        tile[j] = A[k + j];
      else
        tile[31 - j] = A[k + j];
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

template <int N>
__global__ void in_braces(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if constexpr (N == 32) {
      tile[t] = A[k + t];
    } else {
      tile[t] = A[k + t] * 0.5f;
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

template <int N>
__global__ void store_behind(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    if constexpr (N != 32) {
      if (t == 0)
        tile[t] = 3.0f;
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

template <int N>
__global__ void sets_the_address(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    int off = 0;
    if constexpr (N != 32)
      off = t ? -1 : 0;
    tile[t] = A[k + t + off];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

template <int N>
__global__ void moves_the_pointer(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *a = A;
  if constexpr (N != 32)
    a += 1;
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n - 1 ? a[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

template <int N>
__global__ void changes_the_value(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  float v = 1.0f;
  sum += v;
  for (int k = 0; k < n; k += 32) {
    v = k + t < n ? A[k + t] : 0.0f;
    if constexpr (N != 32)
      v *= 2.0f;
    tile[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

#ifndef CUDAPIPE_EXECUTOR
template __global__ void other_store<32>(const float *, float *, int);
template __global__ void in_braces<32>(const float *, float *, int);
template __global__ void store_behind<32>(const float *, float *, int);
template __global__ void sets_the_address<32>(const float *, float *, int);
template __global__ void moves_the_pointer<32>(const float *, float *, int);
template __global__ void changes_the_value<32>(const float *, float *, int);
#endif
