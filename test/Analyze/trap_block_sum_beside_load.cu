// A reduction with barriers of its own beside the load.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: left alone

__device__ float block_sum(float v) {
  __shared__ float warp_sums[2];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(0xffffffffu, v, d);
  if (lane == 0)
    warp_sums[warp] = v;
  __syncthreads();
  v = warp_sums[0] + warp_sums[1];
  __syncthreads();
  return v;
}
__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    sum += block_sum(sum);
    x[t] = A[k + t];
    __syncthreads();
    sum += x[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
