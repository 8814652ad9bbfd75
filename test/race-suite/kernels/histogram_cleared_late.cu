// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bins are zero before the first thread counts.

__global__ void racy(const int *data, int *counts, int n) {
  __shared__ int bins[64];
  const int t = threadIdx.x;
  if (t < 64)
    bins[t] = 0;  // hazard
  for (int i = t; i < n; i += 256)
    atomicAdd(&bins[data[i] & 63], 1);  // hazard
  __syncthreads();
  if (t < 64)
    atomicAdd(&counts[t], bins[t]);
}

__global__ void right(const int *data, int *counts, int n) {
  __shared__ int bins[64];
  const int t = threadIdx.x;
  if (t < 64)
    bins[t] = 0;
  __syncthreads();
  for (int i = t; i < n; i += 256)
    atomicAdd(&bins[data[i] & 63], 1);
  __syncthreads();
  if (t < 64)
    atomicAdd(&counts[t], bins[t]);
}

void run(const int *data, int *counts, int n) {
  racy<<<1, 256>>>(data, counts, n);
  right<<<1, 256>>>(data, counts, n);
}
