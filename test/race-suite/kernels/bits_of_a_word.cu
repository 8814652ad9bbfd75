// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Setting a bit reads and stores the whole word.

__global__ void racy(const int *flags, unsigned *out) {
  __shared__ unsigned words[8];
  const int t = threadIdx.x;
  if (t < 8)
    words[t] = 0;
  __syncthreads();
  if (flags[t] > 0)
    words[t / 32] |= 1u << t % 32;  // hazard
  __syncthreads();
  if (t < 8)
    out[t] = words[t];
}

__global__ void right(const int *flags, unsigned *out) {
  __shared__ unsigned words[8];
  const int t = threadIdx.x;
  if (t < 8)
    words[t] = 0;
  __syncthreads();
  if (flags[t] > 0)
    atomicOr(&words[t / 32], 1u << t % 32);
  __syncthreads();
  if (t < 8)
    out[t] = words[t];
}

void run(const int *flags, unsigned *out) {
  racy<<<1, 256>>>(flags, out);
  right<<<1, 256>>>(flags, out);
}
