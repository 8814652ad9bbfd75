// What brings values from global into shared memory, or may.
//
// RUN: print-matches 'forStmt(hasBody(stagesTile))' %s > %t.found
// RUN: grep -n '// match$' %s | diff - %t.found

#include <cuda_pipeline.h>

__device__ void load(float *Into, const float *From) {
  Into[threadIdx.x] = From[threadIdx.x];
}

__constant__ float Weights[64];
__device__ float Table[64];

__global__ void kernel(const float *A, float *C, int N) {
  __shared__ float Tile[64], Other[64];
  const float *Behind = A + N;
  float *Pointer = Tile;
  float Register[4] = {};
  for (int K = 0; K < N; ++K) // match
    Tile[threadIdx.x] = A[K];
  for (int K = 0; K < N; ++K) { // match
    float Value = Behind[K];
    Pointer[threadIdx.x] = Value * 2;
  }
  for (int K = 0; K < N; ++K) // match
    load(Tile, A + K);
  for (int K = 0; K < N; ++K) // match
    Tile[threadIdx.x] = Table[K];
  for (int K = 0; K < N; ++K) // match
    __pipeline_memcpy_async(&Tile[threadIdx.x], &A[K], 4);
  auto lambda = [&] {
    for (int K = 0; K < N; ++K) // match
      Tile[threadIdx.x] = Behind[K];
  };

  for (int K = 0; K < N; ++K)
    Tile[threadIdx.x] = 0;
  for (int K = 0; K < N; ++K)
    Tile[threadIdx.x] = Other[K];
  for (int K = 0; K < N; ++K)
    Tile[threadIdx.x] = Weights[K];
  for (int K = 0; K < N; ++K)
    C[K] = Tile[threadIdx.x];
  for (int K = 0; K < N; ++K)
    Register[K % 4] = A[K];
}

// Nothing says what the pointer of a function that anyone may call points to.
__device__ void into(float *Anything, const float *A, int N) {
  for (int K = 0; K < N; ++K) // match
    Anything[K] = A[K];
}

// No variable of the function is named.
__global__ void byFileScope() {
  __shared__ float Tile[64];
  for (;;) // match
    Tile[threadIdx.x] = Table[threadIdx.x];
  for (;;)
    Tile[threadIdx.x] = Weights[threadIdx.x];
}
