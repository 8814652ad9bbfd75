// The barriers are those of a cooperative group: the whole block.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=dot_rows \
// RUN:   -DTHREADS=16,4 -DSTEP=16 -DA_ROWS=4 -DB_ROWS=4
// RUN: %golden cpasync

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void dot_rows(const float *__restrict__ a, const float *__restrict__ b,
                         float *__restrict__ out, int n) {
  cg::thread_block cta = cg::this_thread_block();
  __shared__ float a_tile[4][16];
  __shared__ float b_tile[4][16];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 16) {
    const bool valid = k + x < n;
    a_tile[y][x] = valid ? a[y * n + k + x] : 0.0f;
    b_tile[y][x] = valid ? b[y * n + k + x] : 0.0f;
    cta.sync();

#pragma unroll
    for (int i = 0; i < 16; ++i)
      sum += a_tile[y][i] * b_tile[3 - y][(i + x) % 16];
    cta.sync();
  }
  out[y * 16 + x] = sum;
}
