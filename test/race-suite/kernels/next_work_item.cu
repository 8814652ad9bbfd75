// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Thread 0 fetches the next item while others still read the last one.

__global__ void racy(int *queue, const float *in, float *out, int items) {
  __shared__ int item;
  const int t = threadIdx.x;
  while (true) {
    if (t == 0)
      item = atomicAdd(queue, 1);  // hazard
    __syncthreads();
    if (item >= items)  // hazard
      return;
    out[item * 128 + t] = in[item * 128 + t] * 2;  // hazard
  }
}

__global__ void right(int *queue, const float *in, float *out, int items) {
  __shared__ int item;
  const int t = threadIdx.x;
  while (true) {
    if (t == 0)
      item = atomicAdd(queue, 1);
    __syncthreads();
    if (item >= items)
      return;
    out[item * 128 + t] = in[item * 128 + t] * 2;
    __syncthreads();
  }
}

void run(int *queue, const float *in, float *out, int items) {
  racy<<<64, 128>>>(queue, in, out, items);
  right<<<64, 128>>>(queue, in, out, items);
}
