// The buffer of a reduction is protected from the next trip by the tile's barriers.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__device__ float block_sum(float v) {
  __shared__ float warp_sums[2];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(0xffffffffu, v, d);
  if (lane == 0)
    warp_sums[warp] = v;
  __syncthreads();
  v = warp_sums[0] + warp_sums[1];
  return v;
}
__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    sum += block_sum(x[63 - t]);
    __syncthreads();
  }
  C[t] = sum;
}
