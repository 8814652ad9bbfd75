// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The second use of an array begins while threads still read the first.

__global__ void racy(const float *a, const float *b, float *out) {
  __shared__ float row[256];
  const int t = threadIdx.x;
  row[t] = a[t];
  __syncthreads();
  float sum = row[255 - t];  // hazard
  row[t] = b[t];  // hazard
  __syncthreads();
  out[t] = sum + row[(t + 7) % 256];
}

__global__ void right(const float *a, const float *b, float *out) {
  __shared__ float row[256];
  const int t = threadIdx.x;
  row[t] = a[t];
  __syncthreads();
  float sum = row[255 - t];
  __syncthreads();
  row[t] = b[t];
  __syncthreads();
  out[t] = sum + row[(t + 7) % 256];
}

void run(const float *a, const float *b, float *out) {
  racy<<<1, 256>>>(a, b, out);
  right<<<1, 256>>>(a, b, out);
}
