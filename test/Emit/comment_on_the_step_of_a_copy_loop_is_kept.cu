// The step of a while loop that copies moves into a header; what is said about it
// stays.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --quiet -o %t.cu %s
// RUN: FileCheck %s < %t.cu

__global__ void sum(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    int i = t; // from here
    while (i < 64) {
      tile[i] = A[k + i];
      i += 32; // half a tile on
    }
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: // Prologue: load the first tile.
// CHECK: // from here
// CHECK-NEXT: // half a tile on
// CHECK-NOT: while (
