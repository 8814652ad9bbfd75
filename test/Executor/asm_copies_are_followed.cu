// cp.async as inline assembly, behind macros as real kernels have it.
//
// RUN: %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s -DPENDING=0 \
// RUN:   | FileCheck %s --check-prefix=CORRECT
// RUN: not %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s -DPENDING=1 \
// RUN:   | FileCheck %s --check-prefix=EARLY
//
// CORRECT: identical: 10 cases x 4 seeds

#include <cuda_runtime.h>
#include <stdint.h>

#define CP_ASYNC(dst, src, size, bytes)                                        \
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;\n" ::"r"(dst),   \
               "l"(src), "n"(size), "r"(bytes))
#define CP_ASYNC_COMMIT() asm volatile("cp.async.commit_group;\n" ::)
#define CP_ASYNC_WAIT(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))

__global__ void reversed_sum(const float *in, float *out, int tiles) {
  __shared__ float stages[2][64];
  auto load = [&](int t) {
    uint32_t to = __cvta_generic_to_shared(&stages[t % 2][threadIdx.x]);
    CP_ASYNC(to, in + t * 64 + threadIdx.x, 4, t < tiles ? 4 : 0);
    CP_ASYNC_COMMIT();
  };
  float sum = 0;
  load(0);
  for (int t = 0; t < tiles; ++t) {
    CP_ASYNC_WAIT(PENDING);
    __syncthreads();
    load(t + 1);
    // EARLY: copy in flight: {{.*}} reads stages+
    // EARLY-SAME: [asm_copies_are_followed.cu:[[#@LINE+1]],
    sum = sum * 0.5f + stages[t % 2][63 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}
