// The last tile is short, and a function reads all of the array: behind the end it finds what the
// tile before has left there, which is another in two buffers.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__device__ static float total(const float *from, int t) {
  float sum = 0.0f;
  for (int i = 0; i < 64; ++i)
    sum += from[i] * (t + i);
  return sum;
}

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    const int left = min(64, K - k);
    if (t < left)
      tile[t] = A[k + t];
    __syncthreads();
    sum += total(tile, t);
    __syncthreads();
  }
  C[t] = sum;
}
