// The first trip needs no barrier in front of what the block shares, and the
// last none behind it. Left out in another place, it is a race, which a barrier
// of every trip would hide.
//
// RUN: cuda-pipeline-rewrite --explain %s -o /dev/null 2>&1 | FileCheck %s

// CHECK: K-loop in 'last_in_front' left alone
__global__ void last_in_front(const float *__restrict__ A,
                              float *__restrict__ C, int K) {
  __shared__ float s[128];
  float sum = 0;
  for (int k = 0; k < K; k += 128) {
    if (k + 128 < K)
      __syncthreads();
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += s[127 - threadIdx.x];
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'first_behind' left alone
__global__ void first_behind(const float *__restrict__ A, float *__restrict__ C,
                             int K) {
  __shared__ float s[128];
  float sum = 0;
  for (int k = 0; k < K; k += 128) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += s[127 - threadIdx.x];
    if (k > 0)
      __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'last_behind' pipelined
__global__ void last_behind(const float *__restrict__ A, float *__restrict__ C,
                            int K) {
  __shared__ float s[128];
  float sum = 0;
  for (int k = 0; k < K; k += 128) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += s[127 - threadIdx.x];
    if (k + 128 < K)
      __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'first_in_front' pipelined
__global__ void first_in_front(const float *__restrict__ A,
                               float *__restrict__ C, int K) {
  __shared__ float s[128];
  float sum = 0;
  for (int k = 0; k < K; k += 128) {
    if (k > 0)
      __syncthreads();
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += s[127 - threadIdx.x];
  }
  C[threadIdx.x] = sum;
}
