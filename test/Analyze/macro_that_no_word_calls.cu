// A macro with parameters has the name of an array, and another definition in an #if:
// `sA[i]` is no call of it. What is one is seen.
//
// RUN: cuda-pipeline-rewrite --explain --force --variant=ldg %s 2>&1 | grep remark | FileCheck %s
//
// CHECK: 'array' pipelined: ldg
// CHECK: 'called': a change of 'A' in another definition of the macro 'element' was not looked at

#ifdef OTHER_LAYOUT
#define sA(i, j) at(sA, i, j)
#define element(i) (other(A), A[i])
#else
#define sA(i, j) sA[(j) * 17 + (i)]
#define element(i) A[i]
#endif

__global__ void array(const float *__restrict__ A, float *out, int n) {
  __shared__ float sA[32];
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    sA[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += sA[i] * (i + 1);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void called(const float *__restrict__ A, float *out, int n) {
  __shared__ float tile[32];
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = element(k + threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + 1);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
