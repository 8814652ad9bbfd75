// A static member is one variable for all objects, by whichever of its names: what compute writes to
// it the next load may read. One that is const is not written.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

struct Buffers {
  static __device__ float values[1024];
  static __device__ float results[1024];
};

// CHECK: K-loop in 'rejected' left alone: {{.*}}'values' may be written by 'Buffers::values[k + 64 + t]' [source-may-change]
__global__ void rejected(Buffers buffers, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = buffers.values[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    Buffers::values[k + 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: K-loop in 'accepted' pipelined: ldg
__global__ void accepted(Buffers buffers, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = buffers.values[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    buffers.results[k + 64 + t] = sum;
    __syncthreads();
  }
}
