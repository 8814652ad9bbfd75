// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each warp has its own segment; the index of the segment is wrong.

__global__ void racy(const float *in, float *out) {
  __shared__ float segment[4][32];
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 64;
  segment[warp][lane] = in[threadIdx.x];  // hazard
  __syncwarp();
  out[threadIdx.x] = segment[warp][lane ^ 1];  // hazard
}

__global__ void right(const float *in, float *out) {
  __shared__ float segment[4][32];
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  segment[warp][lane] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = segment[warp][lane ^ 1];
}

void run(const float *in, float *out) {
  racy<<<1, 128>>>(in, out);
  right<<<1, 128>>>(in, out);
}
