// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mean and row live in shared memory; the mean is stored by one thread.

__global__ void racy(const float *in, float *out, int rows) {
  __shared__ float row[128], mean;
  const int t = threadIdx.x;
  for (int r = 0; r < rows; ++r) {
    row[t] = in[r * 128 + t];  // hazard
    __syncthreads();
    if (t == 0) {
      float sum = 0;
      for (int i = 0; i < 128; ++i)
        sum += row[i];  // hazard
      mean = sum / 128;  // hazard
    }
    out[r * 128 + t] = row[t] - mean;  // hazard
  }
}

__global__ void right(const float *in, float *out, int rows) {
  __shared__ float row[128], mean;
  const int t = threadIdx.x;
  for (int r = 0; r < rows; ++r) {
    row[t] = in[r * 128 + t];
    __syncthreads();
    if (t == 0) {
      float sum = 0;
      for (int i = 0; i < 128; ++i)
        sum += row[i];
      mean = sum / 128;
    }
    __syncthreads();
    out[r * 128 + t] = row[t] - mean;
    __syncthreads();
  }
}

void run(const float *in, float *out, int rows) {
  racy<<<1, 128>>>(in, out, rows);
  right<<<1, 128>>>(in, out, rows);
}
