// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The second array begins inside the first.

__global__ void racy(const float *a, const float *b, float *out) {
  extern __shared__ float both[];
  const int t = threadIdx.x;
  float *second = both + 64;
  both[t] = a[t];  // hazard
  second[t] = b[t];  // hazard
  __syncthreads();
  out[t] = both[127 - t] + second[127 - t];
}

__global__ void right(const float *a, const float *b, float *out) {
  extern __shared__ float both[];
  const int t = threadIdx.x;
  float *second = both + 128;
  both[t] = a[t];
  second[t] = b[t];
  __syncthreads();
  out[t] = both[127 - t] + second[127 - t];
}

void run(const float *a, const float *b, float *out) {
  racy<<<1, 128, 1024>>>(a, b, out);
  right<<<1, 128, 1024>>>(a, b, out);
}
