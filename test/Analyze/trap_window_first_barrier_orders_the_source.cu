// Other threads of the block have written what the first trip loads behind its
// first barrier.
//
// RUN: %never_wrong | FileCheck %s

// CHECK: ldg-single: identical
__global__ void trap(float *A, float *C, int K) {
  __shared__ float u[2][64];
  __shared__ float results[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  u[1][t] = 0.0f;
  for (int k = 0; k <= K; ++k)
    A[k * 64 + (63 - t)] += 1.0f;
  for (int k = 0; k < K; ++k) {
    __syncthreads();
    u[0][t] = u[1][t];
    u[1][t] = A[k * 64 + t];
    __syncthreads();
    sum += u[0][63 - t] * u[1][t ^ 1];
    results[t] = sum;
  }
  C[t] = sum;
}
