// That a plain store and an asynchronous copy never meet holds for the number of this
// file's instantiation: in others, the copy keeps the user's order. Where no number has
// a part in it, nothing is tested.
//
// RUN: cuda-pipeline-rewrite --quiet --variant=cpasync -o %t.cpasync.cu %s
// RUN: %run_on_cpu %S/../Inputs/walk.driver.cu %s %t.cpasync.cu "-DKERNELS=meets<30>,meets<32>,apart<30>,apart<32>" -DPADDED
// RUN: FileCheck %s < %t.cpasync.cu

// CHECK-LABEL: void meets(
// CHECK: async_copies = N == 30;
template <int N>
__global__ void meets(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (t < N)
      tile[t] = A[k + t];
    if (t == 31)
      tile[31] = 0.0f;
    __syncthreads();
    for (int i = 0; i < N; ++i)
      sum += tile[i] * (t + i);
    sum += tile[31];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK-LABEL: void apart(
// CHECK-NOT: async_copies
// CHECK: __pipeline_memcpy_async
template <int N>
__global__ void apart(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (t < 31)
      tile[t] = A[k + t];
    if (t == 31)
      tile[31] = 0.0f;
    __syncthreads();
    for (int i = 0; i < N; ++i)
      sum += tile[i] * (t + i);
    sum += tile[31];
    __syncthreads();
  }
  out[t] = sum;
}

#ifndef CUDAPIPE_EXECUTOR
template __global__ void meets<30>(const float *, float *, int);
template __global__ void apart<30>(const float *, float *, int);
#endif
