// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads take places in a list by an atomic counter; how long it is shows later.

__global__ void racy(const int *data, int *out, int *count) {
  __shared__ int length, list[256];
  const int t = threadIdx.x;
  if (t == 0)
    length = 0;
  __syncthreads();
  if (data[t] & 1)
    list[atomicAdd(&length, 1)] = data[t];  // hazard
  if (t < length)  // hazard
    out[t] = list[t];  // hazard
  if (t == 0)
    *count = length;  // hazard
}

__global__ void right(const int *data, int *out, int *count) {
  __shared__ int length, list[256];
  const int t = threadIdx.x;
  if (t == 0)
    length = 0;
  __syncthreads();
  if (data[t] & 1)
    list[atomicAdd(&length, 1)] = data[t];
  __syncthreads();
  if (t < length)
    out[t] = list[t];
  if (t == 0)
    *count = length;
}

void run(const int *data, int *out, int *count) {
  racy<<<1, 256>>>(data, out, count);
  right<<<1, 256>>>(data, out, count);
}
