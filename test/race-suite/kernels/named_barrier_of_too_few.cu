// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Consumers read when producers have come to the same barrier.

__global__ void racy(const float *in, float *out) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  if (t < 64) {
    tile[t] = in[t];  // hazard
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t - 64] = tile[127 - t];  // hazard
  }
}

__global__ void right(const float *in, float *out) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  if (t < 64) {
    tile[t] = in[t];
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[t - 64] = tile[127 - t];
  }
}

void run(const float *in, float *out) {
  racy<<<1, 128>>>(in, out);
  right<<<1, 128>>>(in, out);
}
