// Where a macro, or a function of the namespace, has the name of one of CUDA's
// that we would call, ours would call that.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

namespace counted {
__device__ void __pipeline_commit() {}

// CHECK: 'rejected' left alone: {{.*}} __pipeline_commit means something else here [unsupported-loop]
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
} // namespace counted

// CHECK: 'accepted' pipelined
extern "C" __global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

#define __pipeline_commit() (void)0
// CHECK: 'rejected_behind_a_macro' left alone: {{.*}} __pipeline_commit means something else here
__global__ void rejected_behind_a_macro(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
