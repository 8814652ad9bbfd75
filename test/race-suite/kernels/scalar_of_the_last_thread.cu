// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last thread leaves a total for the first.

__global__ void racy(const int *in, int *out) {
  __shared__ int total;
  const int t = threadIdx.x;
  if (t == 255)
    total = in[t];  // hazard
  if (t == 0)
    *out = total;  // hazard
}

__global__ void right(const int *in, int *out) {
  __shared__ int total;
  const int t = threadIdx.x;
  if (t == 255)
    total = in[t];
  __syncthreads();
  if (t == 0)
    *out = total;
}

void run(const int *in, int *out) {
  racy<<<1, 256>>>(in, out);
  right<<<1, 256>>>(in, out);
}
