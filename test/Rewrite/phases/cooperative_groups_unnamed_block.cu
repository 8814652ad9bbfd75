// cg::this_thread_block().sync(), and a sync of the block as an argument.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=correlate \
// RUN:   -DTHREADS=32 -DSTEP=32

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void correlate(const float *__restrict__ a, const float *__restrict__ b,
                          float *__restrict__ out, int n) {
  __shared__ float xs[32], ys[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 32) {
    xs[t] = k + t < n ? a[k + t] : 0.0f;
    ys[t] = k + t < n ? b[k + t] : 0.0f;
    cg::this_thread_block().sync();

    for (int i = 0; i < 32 - t; ++i)
      sum += xs[i] * ys[i + t];
    cg::sync(cg::this_thread_block());
  }
  out[t] = sum;
}
