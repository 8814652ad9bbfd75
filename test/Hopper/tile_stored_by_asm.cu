// A tile that assembly stores is one, and the instruction is named; a loop that stores
// what it has computed stages none.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs 2>&1 | FileCheck %s

#include "ptx.cuh"

__device__ inline void put(float *to, float value) {
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(at(to)), "f"(value) : "memory");
}

// CHECK-NOT: remark
// CHECK: remark: K-loop in 'loads' left alone: {{.*}}inline asm: st.shared, which writes shared memory{{.*}} [unknown-effects]
// CHECK-NOT: remark
__global__ void loads(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    put(&tile[t], A[k + t]);
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void computes(float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = t;
  for (int k = 0; k < K; ++k) {
    put(&tile[t], sum);
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}
