// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warps leave their sums in shared memory for the first warp.

__global__ void racy(const float *in, float *out) {
  __shared__ float sums[8];
  const int t = threadIdx.x;
  float mine = in[blockIdx.x * 256 + t];
  for (int by = 16; by > 0; by /= 2)
    mine += __shfl_down_sync(0xffffffff, mine, by);
  if (t % 32 == 0)
    sums[t / 32] = mine;  // hazard
  if (t < 32) {
    mine = t < 8 ? sums[t] : 0;  // hazard
    for (int by = 4; by > 0; by /= 2)
      mine += __shfl_down_sync(0xffffffff, mine, by);
    if (t == 0)
      out[blockIdx.x] = mine;
  }
}

__global__ void right(const float *in, float *out) {
  __shared__ float sums[8];
  const int t = threadIdx.x;
  float mine = in[blockIdx.x * 256 + t];
  for (int by = 16; by > 0; by /= 2)
    mine += __shfl_down_sync(0xffffffff, mine, by);
  if (t % 32 == 0)
    sums[t / 32] = mine;
  __syncthreads();
  if (t < 32) {
    mine = t < 8 ? sums[t] : 0;
    for (int by = 4; by > 0; by /= 2)
      mine += __shfl_down_sync(0xffffffff, mine, by);
    if (t == 0)
      out[blockIdx.x] = mine;
  }
}

void run(const float *in, float *out) {
  racy<<<64, 256>>>(in, out);
  right<<<64, 256>>>(in, out);
}
