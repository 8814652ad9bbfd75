// `%ctaid` where there are operands is nvcc's spelling; Clang wants `%%ctaid`. Who
// takes part in a barrier is asked of the code all the same.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

#define LOOP                                                                   \
  for (int k = from; k < n; ++k) {                                             \
    tile[t] = A[k * 64 + t];                                                   \
    __syncthreads();                                                           \
    for (int i = 0; i < 64; ++i)                                               \
      sum += tile[i] * (t + 1);                                                \
    __syncthreads();                                                           \
  }

// CHECK: remark: K-loop in 'behind' pipelined
__global__ void behind(const float *__restrict__ A, float *out, int n) {
  __shared__ float tile[64];
  int t = threadIdx.x, from = blockIdx.x;
  float sum = 0.0f;
  LOOP
  asm volatile("mov.u32 %0, %tid.x;" : "=r"(from));
  out[from] = sum;
}

// CHECK: remark: K-loop in 'in_front' left alone: {{.*}} [barrier-not-uniform]
__global__ void in_front(const float *__restrict__ A, float *out, int n) {
  __shared__ float tile[64];
  int t = threadIdx.x, from = blockIdx.x;
  float sum = 0.0f;
  asm volatile("mov.u32 %0, %tid.x;" : "=r"(from));
  LOOP
  out[from] = sum;
}

// CHECK: remark: K-loop in 'of_the_block' pipelined
__global__ void of_the_block(const float *__restrict__ A, float *out, int n) {
  __shared__ float tile[64];
  int t = threadIdx.x, from;
  float sum = 0.0f;
  asm volatile("mov.u32 %0, %ctaid.x;" : "=r"(from));
  LOOP
  out[from] = sum;
}
