// How far the place moves between two stores decides whether a thread stores an
// element twice: 64 elements further it does not; by a parameter, with a mask, by
// nothing, or by what another build defines, nobody knows.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=none --explain %s 2>&1 | FileCheck %s
// CHECK: 'twin' pipelined
// CHECK: 'param' left alone: {{.*}}a thread may store one element of the tile twice
// CHECK: 'wraps' left alone: {{.*}}a thread may store one element of the tile twice
// CHECK: 'still' left alone: {{.*}}a thread may store one element of the tile twice
// CHECK: 'macro' left alone: {{.*}}a thread may store one element of the tile twice

#ifndef STEP
#define STEP 64
#endif

__global__ void twin(const float *__restrict__ A, float *__restrict__ C, int K, int step) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 256) {
    int at = t % 64;
    for (int i = 0; i < 4; ++i) {
      tile[at] = A[k + i * 64 + t % 64];
      at += 64;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(t + i) % 256];
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void param(const float *__restrict__ A, float *__restrict__ C, int K, int step) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 256) {
    int at = t % 64;
    for (int i = 0; i < 4; ++i) {
      tile[at] = A[k + i * 64 + t % 64];
      at += step;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(t + i) % 256];
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void wraps(const float *__restrict__ A, float *__restrict__ C, int K, int step) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 256) {
    int at = t % 64;
    for (int i = 0; i < 4; ++i) {
      tile[at] = A[k + i * 64 + t % 64];
      at = (at + 64) & 127;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(t + i) % 256];
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void still(const float *__restrict__ A, float *__restrict__ C, int K, int step) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 256) {
    int at = t % 64;
    for (int i = 0; i < 4; ++i) {
      tile[at] = A[k + i * 64 + t % 64];
      at += i - i;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(t + i) % 256];
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void macro(const float *__restrict__ A, float *__restrict__ C, int K, int step) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 256) {
    int at = t % 64;
    for (int i = 0; i < 4; ++i) {
      tile[at] = A[k + i * 64 + t % 64];
      at += STEP;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(t + i) % 256];
    __syncthreads();
  }
  C[t] = sum;
}
