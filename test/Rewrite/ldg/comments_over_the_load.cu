// A comment that speaks of the load alone goes with it; one that names the tile, or
// shared memory, stays over the store.
//
// RUN: %rewrite_and_run ldg gemm -DTILE=16
// RUN: cuda-pipeline-rewrite --variant=ldg --quiet %s -o - | \
// RUN:   sed '/^\/\//d' | FileCheck %s
//
// CHECK: auto fetch_tile =
// CHECK: // Each thread loads one element.
// CHECK-NEXT: next_As = A[
// CHECK: };
// CHECK-NOT: // Each thread loads
// CHECK: // Load B into shared memory.
// CHECK-NEXT: Bs[ty][tx] = next_Bs;

#define T 16

__global__ void gemm(const float *A, const float *B, float *C, int M, int N,
                     int K) {
  __shared__ float As[T][T];
  __shared__ float Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0;
  for (int k = 0; k < K; k += T) {
    // Each thread loads one element.
    As[ty][tx] = A[row * K + k + tx];
    // Load B into shared memory.
    Bs[ty][tx] = B[(k + ty) * N + col];
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  C[row * N + col] = sum;
}
