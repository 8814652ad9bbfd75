// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __syncthreads_or is a barrier; what is stored behind it needs another.

__global__ void racy(const int *in, int *out, int n) {
  __shared__ int row[128];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 128) {
    row[t] = in[k + t];  // hazard
    const int any = __syncthreads_or(in[k + t] > 1);
    out[k + t] = any + row[127 - t];  // hazard
  }
}

__global__ void right(const int *in, int *out, int n) {
  __shared__ int row[128];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 128) {
    row[t] = in[k + t];
    const int any = __syncthreads_or(in[k + t] > 1);
    out[k + t] = any + row[127 - t];
    __syncthreads();
  }
}

void run(const int *in, int *out, int n) {
  racy<<<1, 128>>>(in, out, n);
  right<<<1, 128>>>(in, out, n);
}
