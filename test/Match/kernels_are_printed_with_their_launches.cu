// --print-kernels=json: sizes of buffers and grids as arithmetic on the names of
// parameters, from what host code allocates and launches.
//
// RUN: cuda-pipeline-rewrite --print-kernels=json %s | FileCheck %s
// RUN: %exits 2 cuda-pipeline-rewrite --print-kernels=json --kernel=nothing %s 2>%t.err | FileCheck %s --check-prefix=ALONE
// RUN: %exits 2 cuda-pipeline-rewrite --print-kernels=yaml %s 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: %exits 2 cuda-pipeline-rewrite --print-kernels=json %s %s 2>&1 | FileCheck %s --check-prefix=FILES
//
// ALONE: "loops": []
// FORMAT: error: --print-kernels: 'yaml' is no format; it is json
// FILES: error: --print-kernels takes one file
#include <cuda_runtime.h>

#define TILE 16

// CHECK: "name": "product"
// CHECK: "line": [[#@LINE + 1]]
__global__ __launch_bounds__(256) void product(const float *__restrict__ A,
                                               const float *__restrict__ B,
                                               float *__restrict__ C, int rows,
                                               int depth, int columns) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  float sum = 0.0f;
  for (int t = 0; t < (depth + TILE - 1) / TILE; ++t) {
    const int k = t * TILE;
    As[y][x] = row < rows && k + x < depth ? A[row * depth + k + x] : 0.0f;
    Bs[y][x] =
        column < columns && k + y < depth ? B[(k + y) * columns + column] : 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[y][i] * Bs[i][x];
    __syncthreads();
  }
  if (row < rows && column < columns)
    C[row * columns + column] = sum;
}
// CHECK: "template": false
// CHECK: "threads": 256
// CHECK: "name": "A"
// CHECK-NEXT: "type": "const float *{{.*}}"
// CHECK-NEXT: "element": "float"
// CHECK-NEXT: "read": true
// CHECK-NEXT: "written": false
// CHECK: "name": "C"
// CHECK: "read": false
// CHECK-NEXT: "written": true
// CHECK: "name": "rows"
// CHECK-NEXT: "type": "int"
// CHECK-NEXT: "element": ""
// CHECK: "launches": [
// CHECK: "kernel": "product"
// CHECK: "(columns + 16 - 1) // 16"
// CHECK-NEXT: "(rows + 15) // 16"
// CHECK: "block": [
// CHECK-NEXT: "16"
// CHECK-NEXT: "16"
// CHECK: "dynamic": "0"
// CHECK: "rows * depth"
// CHECK-NEXT: "depth * columns"
// CHECK-NEXT: "(4 * rows * columns) // 4"
// CHECK-NEXT: "rows"
// CHECK: "columns": null
// CHECK-NEXT: "depth": 500
// CHECK-NEXT: "rows": null
// CHECK: "tiles": {
// CHECK-NEXT: "depth": 16
// CHECK: "bounds": [
// CHECK-NEXT: "columns"
// CHECK-NEXT: "depth"
// CHECK-NEXT: "rows"
// CHECK: "rewritten": true
// CHECK: "stages": {{[0-9]}}

// CHECK: "name": "scaled"
// CHECK: "template": true
// CHECK: "read": true
// CHECK-NEXT: "written": true
// CHECK: "kernel": "scaled<double, 128>"
// CHECK: "n // 128"
// CHECK: "128"
// CHECK: "dynamic": "128 * 8"
// CHECK: "2 * n"
// CHECK-NEXT: "n"
template <typename T, int BLOCK> __global__ void scaled(T *A, int n) {
  extern __shared__ char bytes[];
  T *tile = reinterpret_cast<T *>(bytes);
  tile[threadIdx.x] = A[blockIdx.x * BLOCK + threadIdx.x];
  __syncthreads();
  A[n + blockIdx.x * BLOCK + threadIdx.x] = tile[BLOCK - 1 - threadIdx.x];
}

static int divideUp(int a, int b) { return (a + b - 1) / b; }

int run(int m, int n, const float *a) {
  const int k = 500;
  float *A, *B, *C;
  size_t bytesA = m * k * sizeof(float);
  cudaMalloc(&A, bytesA);
  cudaMalloc((void **)&B, sizeof(float) * k * n);
  cudaMalloc(&C, 4 * m * n);
  dim3 block(TILE, TILE);
  dim3 grid(divideUp(n, TILE), (m + 15) / TILE);
  product<<<grid, block>>>(A, B, C, m, k, n);

  double *D;
  cudaMallocManaged(&D, 2 * n * sizeof(double));
  scaled<double, 128><<<n / 128, 128, 128 * sizeof(double)>>>(D, n);
  return 0;
}
