// In a template, Clang drops a statement that it cannot read, here that which fills the tile: what
// is left is no kernel of the user's. The near twin differs in who fills the tile.
//
// RUN: %exits 2 cuda-pipeline-check %s | FileCheck %s --implicit-check-not=WITNESS

#include "not_here/tile_io.cuh"

template <int N> __device__ void fill(const float *A, float *tile) {
  for (int i = threadIdx.x; i < N; i += 64)
    tile[i] = A[i];
}

// CHECK-DAG: NO PROOF: 'filled_elsewhere'
template <int N> __global__ void filled_elsewhere(const float *A, float *C, int n) {
  __shared__ float tile[N];
  float sum = 0.0f;
  for (int i = 0; i + N <= n; i += N) {
    not_here::fill<N>(A + i, tile);
    __syncthreads();
    for (int j = 0; j < N; ++j)
      sum += tile[j] * (j + threadIdx.x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <int N> __device__ void fill_elsewhere(const float *A, float *tile) {
  not_here::fill<N>(A, tile);
}

// CHECK-DAG: NO PROOF: 'filled_by_a_function'
template <int N> __global__ void filled_by_a_function(const float *A, float *C, int n) {
  __shared__ float tile[N];
  float sum = 0.0f;
  for (int i = 0; i + N <= n; i += N) {
    fill_elsewhere<N>(A + i, tile);
    __syncthreads();
    for (int j = 0; j < N; ++j)
      sum += tile[j] * (j + threadIdx.x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Nor is it the user's with a number that we have chosen.
// CHECK-DAG: NO PROOF: 'filled_by_some'
#define HALF_THREADS (THREADS_OF_NOT_HERE / 2)
__global__ void filled_by_some(const float *A, float *C, int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int i = 0; i + 64 <= n; i += 64) {
    if (threadIdx.x < HALF_THREADS)
      tile[threadIdx.x] = A[i + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] * (j + threadIdx.x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-DAG: PROVED FOR ALL TRIPS: 'filled_here<64>'
template <int N> __global__ void filled_here(const float *A, float *C, int n) {
  __shared__ float tile[N];
  float sum = 0.0f;
  for (int i = 0; i + N <= n; i += N) {
    fill<N>(A + i, tile);
    __syncthreads();
    for (int j = 0; j < N; ++j)
      sum += tile[j] * (j + threadIdx.x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch(const float *A, float *C, int n) {
  filled_elsewhere<64><<<1, 64>>>(A, C, n);
  filled_by_a_function<64><<<1, 64>>>(A, C, n);
  filled_by_some<<<1, 64>>>(A, C, n);
  filled_here<64><<<1, 64>>>(A, C, n);
}
