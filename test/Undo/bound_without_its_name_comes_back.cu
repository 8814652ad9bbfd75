// The number of tiles that the pipeline has given a name stands in the loop again; one
// that the user has named keeps its name.
// RUN: rm -rf %t && mkdir %t
// RUN: cuda-pipeline-rewrite %s --variant=ldg -o %t/pipelined.cu
// RUN: FileCheck %s --input-file=%t/pipelined.cu
// RUN: cuda-pipeline-rewrite --undo %t/pipelined.cu -o %t/plain.cu
// RUN: grep . %s > %t/before.cu
// RUN: grep . %t/plain.cu > %t/after.cu
// RUN: diff %t/before.cu %t/after.cu
//
// CHECK: {{^}}  // Prologue: load the first tile.
// CHECK-NEXT: {{^}}  const int num_tiles = (K + TILE - 1) / TILE;
// CHECK: {{^}}  if (num_tiles > 0)
// CHECK: {{^}}  for (int t = 0; t < num_tiles; ++t) {
// CHECK: {{^}}    if (t + 1 < num_tiles)
// CHECK: {{^}}  const int tiles = (K + TILE - 1) / TILE;
// CHECK-NOT: num_tiles
constexpr int TILE = 64;

__global__ void unnamed(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[TILE];
  float sum = 0.0f;
  for (int t = 0; t < (K + TILE - 1) / TILE; ++t) {
    As[threadIdx.x] = A[(blockIdx.x * K + t) * TILE + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[i] * As[threadIdx.x];
    __syncthreads();
  }
  C[blockIdx.x * TILE + threadIdx.x] = sum;
}

__global__ void named(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[TILE];
  float sum = 0.0f;
  const int tiles = (K + TILE - 1) / TILE;
  for (int t = 0; t < tiles; ++t) {
    As[threadIdx.x] = A[(blockIdx.x * K + t) * TILE + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[i] * As[threadIdx.x];
    __syncthreads();
  }
  C[blockIdx.x * TILE + threadIdx.x] = sum;
}
