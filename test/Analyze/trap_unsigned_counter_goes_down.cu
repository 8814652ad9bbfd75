// Adding -1 to an unsigned counter is to go down: eight rows, not one.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK-NOT: WRONG
// CHECK: cpasync: identical
// CHECK-NOT: WRONG

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[8][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    for (unsigned r = 7; r < 8; r += -1)
      tile[r][t] = A[(k + r) * 64 + t];
    __syncthreads();
    for (unsigned char r = 7; r < 8; r += 255)
      sum = sum * 0.5f + tile[r][63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
