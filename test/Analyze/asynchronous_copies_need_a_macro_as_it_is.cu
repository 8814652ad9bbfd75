// A macro that is empty here, or an operator, makes another expression of the load in
// another build: the user is told what the copies rely on. Registers take it along.
//
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync %s 2>&1 >/dev/null | FileCheck %s
// RUN: cuda-pipeline-rewrite --explain --variant=ldg %s 2>&1 >/dev/null | FileCheck %s --check-prefix=LDG

#ifdef X
#define STRIDE * 2
#define ONLY_X(x) x
#define CMP <=
#else
#define STRIDE
#define ONLY_X(x)
#define CMP <
#endif

// LDG-NOT: asynchronous copies need
// CHECK: asynchronous copies need this definition of the macro 'STRIDE', and there is another
__global__ void strided(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[(k + t) STRIDE];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: asynchronous copies need this definition of the macro 'ONLY_X', and there is another
__global__ void scaled(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] ONLY_X(* 0.5f) : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: asynchronous copies need this definition of the macro 'CMP', and there is another
__global__ void compared(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t CMP n ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

// In the compute phase it stays where it is.
// CHECK-NOT: asynchronous copies need
// CHECK: 'computed' pipelined
__global__ void computed(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    sum = sum STRIDE;
    __syncthreads();
  }
  out[t] = sum;
}
