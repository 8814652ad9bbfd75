// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pairs of the next phase overlap those of this one.

__global__ void racy(int *data) {
  __shared__ int keys[128];
  const int t = threadIdx.x;
  keys[2 * t] = data[2 * t];
  keys[2 * t + 1] = data[2 * t + 1];
  __syncthreads();
  for (int phase = 0; phase < 128; ++phase) {
    const int at = 2 * t + phase % 2;
    if (at + 1 < 128) {
      const int a = keys[at], b = keys[at + 1];  // hazard
      keys[at] = min(a, b);  // hazard
      keys[at + 1] = max(a, b);  // hazard
    }
  }
  __syncthreads();
  data[2 * t] = keys[2 * t];
  data[2 * t + 1] = keys[2 * t + 1];
}

__global__ void right(int *data) {
  __shared__ int keys[128];
  const int t = threadIdx.x;
  keys[2 * t] = data[2 * t];
  keys[2 * t + 1] = data[2 * t + 1];
  __syncthreads();
  for (int phase = 0; phase < 128; ++phase) {
    const int at = 2 * t + phase % 2;
    if (at + 1 < 128) {
      const int a = keys[at], b = keys[at + 1];
      keys[at] = min(a, b);
      keys[at + 1] = max(a, b);
    }
    __syncthreads();
  }
  data[2 * t] = keys[2 * t];
  data[2 * t + 1] = keys[2 * t + 1];
}

void run(int *data) {
  racy<<<1, 64>>>(data);
  right<<<1, 64>>>(data);
}
