// What tells where a copy comes from has gone somewhere: a sum of a pointer and an
// index that only the copy's address names, cast.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --quiet -o - %s | FileCheck %s

__global__ void k(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float S[1024];
  float sum = 0;
  for (int o = 0; o < n; ++o) {
    // CHECK: __pipeline_memcpy_async((float4 *)(&S[threadIdx.x * 4]),
    // CHECK-NEXT: (const float4 *)(A + o * 1024 + threadIdx.x * 4),
    *(float4 *)(&S[threadIdx.x * 4]) = *(const float4 *)(A + o * 1024 + threadIdx.x * 4);
    __syncthreads();
    for (int i = 0; i < 1024; ++i)
      sum += S[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
