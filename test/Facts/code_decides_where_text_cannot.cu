// What threads agree on by way of helpers, arrays of their own, shared memory behind a
// barrier and votes of the block. Beside each a near-twin on which they do not agree.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s


struct Range {
  int first, last, own;
  __device__ int size() const { return last - first; }
  __device__ int mine() const { return last - own; }
};
__device__ Range range_of(const int *ends) {
  return {ends[blockIdx.x], ends[blockIdx.x + 1], int(threadIdx.x)};
}

// CHECK-DAG: K-loop in 'one_field' pipelined: ldg
__global__ void one_field(const float *__restrict__ A, const int *__restrict__ ends, float *__restrict__ C) {
  const Range r = range_of(ends);
  const int n = r.size();
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] * (j + threadIdx.x);
    __syncthreads();
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'own_field' left alone: {{.*}} [barrier-not-uniform]
__global__ void own_field(const float *__restrict__ A, const int *__restrict__ ends, float *__restrict__ C) {
  const Range r = range_of(ends);
  const int n = r.mine();
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] * (j + threadIdx.x);
    __syncthreads();
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'vote_in_front' pipelined: ldg
__global__ void vote_in_front(const float *__restrict__ A, float *__restrict__ C, int n) {
  const int all = __syncthreads_count(A[threadIdx.x] > 0) * n;
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < all; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] * (j + threadIdx.x);
    __syncthreads();
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'vote_of_the_warp' left alone: {{.*}} [barrier-not-uniform]
__global__ void vote_of_the_warp(const float *__restrict__ A, float *__restrict__ C, int n) {
  const int all = __popc(__ballot_sync(~0u, A[threadIdx.x] > 0)) * n;
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < all; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] * (j + threadIdx.x);
    __syncthreads();
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
}
