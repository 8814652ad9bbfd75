// --print-kernels=json: what the choice went by, for cuda-pipeline-report: shared memory,
// work of a trip, forms, the card. Where nobody compiles, registers are a guess.
//
// RUN: cuda-pipeline-rewrite --print-kernels=json --gpu=H200 --no-compile %s | FileCheck %s
// RUN: cuda-pipeline-rewrite --print-kernels=json --no-compile %s | FileCheck %s --check-prefix=ARCH --implicit-check-not='"gpu"'

// CHECK: "gpu": {
// CHECK-NEXT: "name": "H200",
// CHECK: "multiprocessors": 132,
// CHECK: "int8_tensor_tops": 1979,
// CHECK: "name": "never"
// CHECK: "template_parameters": [
// CHECK-NEXT: "type",
// CHECK-NEXT: "number",
// CHECK-NEXT: "other"
// CHECK: "name": "sums"
// CHECK: "registers_guess": {{[1-9][0-9]*}},
// CHECK-NEXT: "static_shared": 1024,
// CHECK-NEXT: "template_parameters": [],
// CHECK-NEXT: "instance": "",
// CHECK-NEXT: "dynamic_shared": false,
// CHECK: "figures": {
// CHECK-NEXT: "sm": 90,
// CHECK-NEXT: "threads": 256,
// CHECK-NEXT: "threads_from": "launches",
// CHECK: "registers_measured": false,
// CHECK: "tile_bytes": 1024,
// CHECK: "load": {
// CHECK: "global_loads": 1,
// CHECK: "loaded_bytes": 4,
// CHECK: "compute": {
// CHECK-NEXT: "operations": 8,
// CHECK: "form": "single buffer",
// CHECK: "chosen": true,
// CHECK: "also": [
// CHECK-NEXT: "alignment of tile"
// ARCH: "sm": 80,

#include <cuda_runtime.h>

template <typename T, int N, bool *P> __global__ void never(T *A) { A[N] = *P; }

__global__ void sums(const float *A, float *B, int n) {
  __shared__ float tile[256];
  float sum = 0;
  for (int k = 0; k < n; k += 256) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      sum += tile[(threadIdx.x + i) % 256];
    __syncthreads();
  }
  B[threadIdx.x] = sum;
}

void run(const float *A, float *B) { sums<<<1, 256>>>(A, B, 4096); }
