// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A maximum by atomics is read before all threads had their turn.

__global__ void racy(const int *in, int *out) {
  __shared__ int most;
  const int t = threadIdx.x;
  if (t == 0)
    most = 0;
  __syncthreads();
  atomicMax(&most, in[t]);  // hazard
  out[t] = in[t] - most;  // hazard
}

__global__ void right(const int *in, int *out) {
  __shared__ int most;
  const int t = threadIdx.x;
  if (t == 0)
    most = 0;
  __syncthreads();
  atomicMax(&most, in[t]);
  __syncthreads();
  out[t] = in[t] - most;
}

void run(const int *in, int *out) {
  racy<<<1, 128>>>(in, out);
  right<<<1, 128>>>(in, out);
}
