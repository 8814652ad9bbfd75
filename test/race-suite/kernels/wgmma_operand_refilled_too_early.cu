// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The multiplication of this trip may still be reading its operands: wait_group 0 is needed.

#include "../mbarrier.cuh"

__global__ void racy(const __grid_constant__ CUtensorMap ma, const __grid_constant__ CUtensorMap mb, float *out, int tiles) {
  __shared__ alignas(1024) uint16_t a[64 * 64], b[8 * 64];
  __shared__ mbarrier full;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&full, 1);
    fence_init();
  }
  __syncthreads();
  float d[4] = {};
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      arrive_expect(&full, sizeof(a) + sizeof(b));
      load_box(a, &ma, k * 64, 0, &full);  // hazard
      load_box(b, &mb, k * 64, 0, &full);  // hazard
    }
    wait(&full, k % 2);
    wgmma_fence();
    for (int i = 0; i < 4; ++i)
      wgmma(d, descriptor(a + i * 16), descriptor(b + i * 16));  // hazard
    wgmma_commit();
    wgmma_wait<1>();
    __syncthreads();
  }
  wgmma_wait<0>();
  for (int i = 0; i < 4; ++i)
    out[(blockIdx.x * 4 + i) * 128 + t] = d[i];
}

__global__ void right(const __grid_constant__ CUtensorMap ma, const __grid_constant__ CUtensorMap mb, float *out, int tiles) {
  __shared__ alignas(1024) uint16_t a[64 * 64], b[8 * 64];
  __shared__ mbarrier full;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&full, 1);
    fence_init();
  }
  __syncthreads();
  float d[4] = {};
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      arrive_expect(&full, sizeof(a) + sizeof(b));
      load_box(a, &ma, k * 64, 0, &full);
      load_box(b, &mb, k * 64, 0, &full);
    }
    wait(&full, k % 2);
    wgmma_fence();
    for (int i = 0; i < 4; ++i)
      wgmma(d, descriptor(a + i * 16), descriptor(b + i * 16));
    wgmma_commit();
    wgmma_wait<0>();
    __syncthreads();
  }
  wgmma_wait<0>();
  for (int i = 0; i < 4; ++i)
    out[(blockIdx.x * 4 + i) * 128 + t] = d[i];
}

void run(const CUtensorMap ma, const CUtensorMap mb, float *out, int tiles) {
  racy<<<8, 128>>>(ma, mb, out, tiles);
  right<<<8, 128>>>(ma, mb, out, tiles);
}
