// A loop that makes a trip in any build and instantiation, whatever it is called
// with, needs no test in front of its first load.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=none --stages=2 --quiet -o - %s \
// RUN:   | FileCheck %s

#ifndef TILES
#define TILES 4
#endif
#define FIXED 16

// CHECK-LABEL: void of_numbers(
// CHECK: Prologue: the first tile into stage 0.
// CHECK-NEXT: int stage = 0;
// CHECK-NEXT: load_tile(stage, 0);
__global__ void of_numbers(const float *__restrict__ A, float *__restrict__ C) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < FIXED; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void of_another_build(
// CHECK: Prologue: the first tile into stage 0.
// CHECK-NEXT: int stage = 0;
// CHECK-NEXT: if (TILES > 0)
__global__ void of_another_build(const float *__restrict__ A, float *__restrict__ C) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < TILES; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void of_another_instance(
// CHECK: Prologue: the first tile into stage 0.
// CHECK-NEXT: int stage = 0;
// CHECK-NEXT: if (N > 0)
template <int N>
__global__ void of_another_instance(const float *__restrict__ A, float *__restrict__ C) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// No grid is empty.
// CHECK-LABEL: void of_the_grid(
// CHECK: Prologue: the first tile into stage 0.
// CHECK-NEXT: int stage = 0;
// CHECK-NEXT: load_tile(stage, 0);
__global__ void of_the_grid(const float *__restrict__ A, float *__restrict__ C) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < gridDim.x; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, float *C) {
  of_another_instance<4><<<1, 64>>>(A, C);
}
