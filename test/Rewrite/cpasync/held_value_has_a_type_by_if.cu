// A variable between load and store converts what it holds, in another build: it stays.
// One of the same type in all goes.
//
// RUN: cuda-pipeline-rewrite --quiet --variant=cpasync -o %t.cpasync.cu %s
// RUN: %run_on_cpu %S/../Inputs/walk.driver.cu %s %t.cpasync.cu -DKERNELS=converts,by_macro,same
// RUN: %run_on_cpu %S/../Inputs/walk.driver.cu %s %t.cpasync.cu -DKERNELS=converts,by_macro,same -DX
// RUN: FileCheck %s < %t.cpasync.cu

#ifdef X
typedef int value;
#define WORD short
#else
typedef float value;
#define WORD float
#endif
typedef float real;

__global__ void converts(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    value v = k + t < n ? A[k + t] : 0.0f;
    tile[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void by_macro(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    WORD v = k + t < n ? A[k + t] : 0.0f;
    tile[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK-LABEL: void same(
// CHECK: __pipeline_memcpy_async
__global__ void same(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    real v = k + t < n ? A[k + t] : 0.0f;
    tile[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}
