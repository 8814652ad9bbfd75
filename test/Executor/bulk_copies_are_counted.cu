// Bulk copies complete a phase when the bytes announced for it are there.
// Announcing more than is copied is a deadlock.
//
// RUN: %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s | FileCheck %s --check-prefix=EXACT
// RUN: not %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s -DEXTRA=16 \
// RUN:   | FileCheck %s --check-prefix=EXTRA
//
// EXACT: identical: 10 cases x 4 seeds
// EXTRA: deadlock: thread ({{[0-9]+}},0,0) waits for a phase of a barrier object

#include <cuda/barrier>

#ifndef EXTRA
#define EXTRA 0
#endif

__global__ void reversed_sum(const float *in, float *out, int tiles) {
  using barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ alignas(128) float stages[2][64];
  __shared__ barrier full[2];
  if (threadIdx.x == 0) {
    init(&full[0], 1);
    init(&full[1], 1);
  }
  __syncthreads();
  auto load = [&](int t) {
    if (t >= tiles || threadIdx.x != 0)
      return;
    constexpr int bytes = sizeof(stages[0]);
    cuda::device::memcpy_async_tx(stages[t % 2], in + t * 64,
                                  cuda::aligned_size_t<16>(bytes), full[t % 2]);
    cuda::device::barrier_arrive_tx(full[t % 2], 1, bytes + EXTRA);
  };
  float sum = 0;
  load(0);
  for (int t = 0; t < tiles; ++t) {
    load(t + 1);
    full[t % 2].wait_parity(t / 2 % 2);
    sum = sum * 0.5f + stages[t % 2][63 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
