// A loop in the other branch, or in a case: what is written stands where it stood.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --force %s | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg-single --force %s | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=pipeline --force %s | FileCheck %s
// CHECK-COUNT-2: {{^[+] +}}// Prologue:
// CHECK-NOT: {{^[+] +}}// Prologue:

__global__ void other_branch(const float *__restrict__ A, float *out, int n) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  float sum = 0;
  if (n % 256)
    sum = -1;
  else
    for (int k = 0; k < n; k += 256) {
      tile[t] = A[k + t];
      __syncthreads();
      for (int i = 0; i < 256; ++i)
        sum += tile[i] * (i + t);
      __syncthreads();
    }
  out[t] = sum;
}

__global__ void in_a_case(const float *__restrict__ A, float *out, int n) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  float sum = 0;
  switch (n & 1) {
  case 1:
    sum = -1;
    break;
  case 0:
    for (int k = 0; k < n; k += 256) {
      tile[t] = A[k + t];
      __syncthreads();
      for (int i = 0; i < 256; ++i)
        sum += tile[i] * (i + t);
      __syncthreads();
    }
  }
  out[t] = sum;
}
