// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two copies come, and the barrier expects the bytes of one.

#include "../mbarrier.cuh"

__global__ void racy(const float *a, const float *b, float *out, int tiles) {
  __shared__ alignas(128) float left[128], right_[128];
  __shared__ mbarrier full;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&full, 1);
    fence_init();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      arrive_expect(&full, sizeof(left));
      bulk_load(left, a + k * 128, sizeof(left), &full);  // hazard
      bulk_load(right_, b + k * 128, sizeof(right_), &full);  // hazard
    }
    wait(&full, k % 2);
    for (int i = 0; i < 128; ++i)
      sum += left[i] * right_[i ^ t];  // hazard
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void right(const float *a, const float *b, float *out, int tiles) {
  __shared__ alignas(128) float left[128], right_[128];
  __shared__ mbarrier full;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&full, 1);
    fence_init();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      arrive_expect(&full, sizeof(left) + sizeof(right_));
      bulk_load(left, a + k * 128, sizeof(left), &full);
      bulk_load(right_, b + k * 128, sizeof(right_), &full);
    }
    wait(&full, k % 2);
    for (int i = 0; i < 128; ++i)
      sum += left[i] * right_[i ^ t];
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

void run(const float *a, const float *b, float *out, int tiles) {
  racy<<<8, 128>>>(a, b, out, tiles);
  right<<<8, 128>>>(a, b, out, tiles);
}
