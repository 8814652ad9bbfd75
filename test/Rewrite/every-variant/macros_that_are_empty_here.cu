// A macro in front of a statement is empty in this build, and a pragma or a word of a
// declaration in another: it moves with the statement.
//
// RUN: cuda-pipeline-rewrite --quiet --variant=cpasync -o %t.cpasync.cu %s
// RUN: cuda-pipeline-rewrite --quiet --variant=ldg -o %t.ldg.cu %s
// RUN: cuda-pipeline-rewrite --quiet --variant=ldg-single -o %t.single.cu %s
// RUN: %run_on_cpu %S/../Inputs/walk.driver.cu %s %t.cpasync.cu %t.ldg.cu %t.single.cu -DKERNELS=pragma,own_line,sign,around
// RUN: %run_on_cpu %S/../Inputs/walk.driver.cu %s %t.cpasync.cu %t.ldg.cu %t.single.cu -DKERNELS=pragma,own_line,sign,around -DX
// RUN: FileCheck %s < %t.ldg.cu

#ifdef X
#define UNROLL _Pragma("unroll")
#define SIGN unsigned
#else
#define UNROLL
#define SIGN
#endif

// CHECK-LABEL: void pragma(
// CHECK-NOT: UNROLL
// CHECK: {{^ *}}UNROLL for (int i = 0; i < 32; ++i)
__global__ void pragma(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    UNROLL for (int j = t; j < 32; j += 32)
      tile[j] = k + j < n ? A[k + j] : 0.0f;
    __syncthreads();
    UNROLL for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void own_line(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    UNROLL
    for (int j = t; j < 32; j += 32)
      tile[j] = k + j < n ? A[k + j] : 0.0f;
    __syncthreads();
    sum += tile[31 - t];
    UNROLL
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void sign(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    SIGN int at = k + t;
    tile[t] = at < n ? A[at] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void around(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  UNROLL
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}
