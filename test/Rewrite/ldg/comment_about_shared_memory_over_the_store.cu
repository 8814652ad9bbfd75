// What says that shared memory is filled stands where it is: over the stores, also where
// it stood over an index that only the load needs. What does not, goes with the load. Why
// threads waited in front of the stores goes with the barrier.
//
// RUN: %rewrite_and_run ldg,ldg-single gemm -DTILE=16
// RUN: cuda-pipeline-rewrite --variant=ldg --quiet %s -o - | \
// RUN:   sed '/^\/\//d' | FileCheck %s
//
// CHECK: auto fetch_tile =
// CHECK-NOT: // Copy to shared memory
// CHECK-NOT: // Wait for
// CHECK: const int column = k + tx;
// CHECK: // Where B begins.
// CHECK-NEXT: const int at = k + ty;
// CHECK: };
// CHECK: auto &Bs = Bs_stages[stage];
// CHECK-NEXT: // Copy to shared memory.
// CHECK-NEXT: As[ty][tx] = next_As;
// CHECK-NEXT: Bs[ty][tx] = next_Bs;
// CHECK-NOT: // Wait for

#define T 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[T][T];
  __shared__ float Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0;
  for (int k = 0; k < K; k += T) {
    // Wait for the barrier, then all are done with the last tile.
    __syncthreads();
    // Copy to shared memory.
    const int column = k + tx;
    As[ty][tx] = A[row * K + column];
    // Where B begins.
    const int at = k + ty;
    Bs[ty][tx] = B[at * N + col];
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += As[ty][i] * Bs[i][tx];
  }
  C[row * N + col] = sum;
}
