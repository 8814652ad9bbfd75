// One thread looks for what another kernel has stored meanwhile; the barrier at the top of the loop is what tells the
// others of its own. So one stands in front of the first loads, be what they read const and
// __restrict__.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=2 --widen=none -o - %s | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg -o - %s | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg-single -o - %s | FileCheck %s

// CHECK-LABEL: void flag(
// CHECK: flags[blockIdx.x] == 0
// CHECK: __syncthreads();
// CHECK: // Prologue
__global__ void flag(const float *__restrict__ A, volatile int *flags, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  if (t == 0 && flags[blockIdx.x] == 0)
    __trap();
  for (int k = 0; k < K; k += 64) {
    __syncthreads();
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
  }
  C[t] = sum;
}

// CHECK-LABEL: void ticket(
// CHECK: atomicAdd
// CHECK: __syncthreads();
// CHECK: // Prologue
__global__ void ticket(const float *__restrict__ A, int *turn, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  if (t == 0 && atomicAdd(turn, 0) != blockIdx.x)
    __trap();
  for (int k = 0; k < K; k += 64) {
    __syncthreads();
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
  }
  C[t] = sum;
}

// What nobody else writes.
// CHECK-LABEL: void nobody(
// CHECK-NOT: __syncthreads
// CHECK: // Prologue
__global__ void nobody(const float *__restrict__ A, const int *flags, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  if (t == 0 && flags[blockIdx.x] == 0)
    sum = 1.0f;
  for (int k = 0; k < K; k += 64) {
    __syncthreads();
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
  }
  C[t] = sum;
}
