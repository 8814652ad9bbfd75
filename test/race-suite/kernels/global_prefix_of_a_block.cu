// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A running total in global memory is read by neighbours.

__global__ void racy(int *sums) {
  const int t = threadIdx.x;
  int *mine = sums + blockIdx.x * 128;
  for (int by = 1; by < 128; by *= 2) {
    const int add = t >= by ? mine[t - by] : 0;  // hazard
    __syncthreads();
    mine[t] += add + 1;  // hazard
  }
}

__global__ void right(int *sums) {
  const int t = threadIdx.x;
  int *mine = sums + blockIdx.x * 128;
  for (int by = 1; by < 128; by *= 2) {
    const int add = t >= by ? mine[t - by] : 0;
    __syncthreads();
    mine[t] += add + 1;
    __syncthreads();
  }
}

void run(int *sums) {
  racy<<<8, 128>>>(sums);
  right<<<8, 128>>>(sums);
}
