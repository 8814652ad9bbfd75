// The number of a lane differs from thread to thread, the number of a block does
// not, with one percent sign in front or two.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

__device__ int lane_once() {
  int l;
  asm("mov.u32 %0, %laneid;" : "=r"(l));
  return l;
}
__device__ int lane_twice() {
  int l;
  asm("mov.u32 %0, %%laneid;" : "=r"(l));
  return l;
}
__device__ int block_once() {
  int b;
  asm("mov.u32 %0, %ctaid.x;" : "=r"(b));
  return b;
}
__device__ int block_twice() {
  int b;
  asm("mov.u32 %0, %%ctaid.x;" : "=r"(b));
  return b;
}

// CHECK: K-loop in 'to_lane_once' left alone: {{.*}} [barrier-not-uniform]
__global__ void to_lane_once(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K - lane_once(); k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'to_lane_twice' left alone: {{.*}} [barrier-not-uniform]
__global__ void to_lane_twice(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K - lane_twice(); k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'to_block_once' pipelined: ldg
__global__ void to_block_once(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K - block_once(); k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'to_block_twice' pipelined: ldg
__global__ void to_block_twice(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K - block_twice(); k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}
