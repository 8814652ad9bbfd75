// The number of tiles has the type that the loop compares with, whatever another build
// makes of it.
//
// RUN: cuda-pipeline-rewrite %s --variant=ldg | FileCheck %s
//
// CHECK: {{^}}+  const auto num_tiles = total / TILE;
// CHECK: {{^}}+  const int num_tiles = total / TILE;
// CHECK: {{^}}+  const auto num_tiles = total / TILE;
#ifndef INDEX
#define INDEX int
#endif
#define TILE 64

template <typename Index>
__device__ void add(const float *__restrict__ A, float *__restrict__ C, Index total) {
  __shared__ float As[TILE];
  float sum = 0.0f;
  for (Index t = 0; t < total / TILE; ++t) {
    As[threadIdx.x] = A[t * TILE + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[i] * As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void plain(const float *__restrict__ A, float *__restrict__ C, int total) {
  __shared__ float As[TILE];
  float sum = 0.0f;
  for (int t = 0; t < total / TILE; ++t) {
    As[threadIdx.x] = A[t * TILE + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[i] * As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void by_a_macro(const float *__restrict__ A, float *__restrict__ C,
                           INDEX total) {
  __shared__ float As[TILE];
  float sum = 0.0f;
  for (INDEX t = 0; t < total / TILE; ++t) {
    As[threadIdx.x] = A[t * TILE + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[i] * As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void both(const float *A, float *C, int n) {
  add<int>(A, C, n);
  add<long long>(A, C, n);
}
