// One barrier a trip is right where the loop has two buffers already, and hides
// nothing: the trip waits for what it loads. Without the second buffer it is a
// race.
//
// RUN: cuda-pipeline-rewrite --explain %s 2>&1 | FileCheck %s

// CHECK: [[#@LINE + 7]]:3: remark: K-loop in 'takes_turns' pipelined: ldg-single, loads only
__global__ void takes_turns(const float *__restrict__ A, float *__restrict__ C,
                          int K) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  float sum = 0;
  int buffer = 0;
  for (int k = 0; k < K; k += 64, buffer ^= 1) {
    tile[buffer][t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[buffer][i];
  }
  C[t] = sum;
}

// CHECK: [[#@LINE + 6]]:3: remark: K-loop in 'racy' left alone: {{.*}} [missing-barrier]
__global__ void racy(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
  }
  C[t] = sum;
}

// CHECK: [[#@LINE + 6]]:3: remark: K-loop in 'accepted' pipelined
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}
