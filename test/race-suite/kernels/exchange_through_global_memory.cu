// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads of a block meet in global memory, too.

__global__ void racy(float *scratch, float *out) {
  const int t = threadIdx.x;
  float *mine = scratch + blockIdx.x * 128;
  mine[t] = t * 0.5f;  // hazard
  out[blockIdx.x * 128 + t] = mine[127 - t];  // hazard
}

__global__ void right(float *scratch, float *out) {
  const int t = threadIdx.x;
  float *mine = scratch + blockIdx.x * 128;
  mine[t] = t * 0.5f;
  __syncthreads();
  out[blockIdx.x * 128 + t] = mine[127 - t];
}

void run(float *scratch, float *out) {
  racy<<<64, 128>>>(scratch, out);
  right<<<64, 128>>>(scratch, out);
}
