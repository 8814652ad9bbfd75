// A macro that is a pragma in front of the loop, with or without arguments, in a line
// of its own or beside the loop, goes where a pragma goes.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,pipeline walk -DWHOLE --kernel=walk \
// RUN:   -DKERNELS=walk,walk_counted,walk_given,walk_beside,walk_made,walk_inside
// RUN: cuda-pipeline-rewrite %s --variant=ldg --kernel=walk_counted | FileCheck %s
// CHECK: // Prologue:
// CHECK: {{^}}  UNROLL_COUNT(2)
// CHECK-NEXT: for (int k = 0;

#define STRING(x) #x
#define UNROLL _Pragma("unroll")
#define UNROLL_COUNT(n) _Pragma(STRING(unroll n))
#define PRAGMA(x) _Pragma(#x)
#define UNROLL_BY(n) PRAGMA(unroll n)

__global__ void walk(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  UNROLL
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void walk_counted(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  UNROLL_COUNT(2)
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void walk_given(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  PRAGMA(unroll)
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void walk_made(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  UNROLL_BY(2)
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void walk_beside(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  UNROLL for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void walk_inside(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    UNROLL_BY(1) for (int i = t; i < 32; i += 32) tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}
