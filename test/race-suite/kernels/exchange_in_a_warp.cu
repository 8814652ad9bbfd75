// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lanes exchange through shared memory.

__global__ void racy(const float *in, float *out) {
  __shared__ float lanes[4][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  lanes[warp][lane] = in[threadIdx.x];  // hazard
  out[threadIdx.x] = lanes[warp][31 - lane];  // hazard
}

__global__ void right(const float *in, float *out) {
  __shared__ float lanes[4][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  lanes[warp][lane] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = lanes[warp][31 - lane];
}

void run(const float *in, float *out) {
  racy<<<1, 128>>>(in, out);
  right<<<1, 128>>>(in, out);
}
