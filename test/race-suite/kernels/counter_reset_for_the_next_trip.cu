// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A counter is set to zero while threads still read it.

__global__ void racy(const int *in, int *out, int n) {
  __shared__ int count;
  const int t = threadIdx.x;
  if (t == 0)
    count = 0;
  __syncthreads();
  for (int k = 0; k < n; k += 128) {
    if (in[k + t] > 1)
      atomicAdd(&count, 1);
    __syncthreads();
    out[k + t] = count;  // hazard
    if (t == 0)
      count = 0;  // hazard
    __syncthreads();
  }
}

__global__ void right(const int *in, int *out, int n) {
  __shared__ int count;
  const int t = threadIdx.x;
  if (t == 0)
    count = 0;
  __syncthreads();
  for (int k = 0; k < n; k += 128) {
    if (in[k + t] > 1)
      atomicAdd(&count, 1);
    __syncthreads();
    out[k + t] = count;
    __syncthreads();
    if (t == 0)
      count = 0;
    __syncthreads();
  }
}

void run(const int *in, int *out, int n) {
  racy<<<1, 128>>>(in, out, n);
  right<<<1, 128>>>(in, out, n);
}
