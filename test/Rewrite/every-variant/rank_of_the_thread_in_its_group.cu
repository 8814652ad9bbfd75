// A thread's rank in its group is a number like threadIdx.x, wherever it is
// asked for.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=ranks -DTHREADS=64 -DSTEP=64

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void ranks(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ out, int n) {
  cg::thread_block block = cg::this_thread_block();
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    block.sync();
    {
      int at = k + block.thread_rank();
      tile[block.thread_rank()] = at < n ? A[at] : 0.0f;
    }
    block.sync();
    for (int i = 0; i < 64; i++)
      sum = sum * 0.5f + tile[(i + block.thread_rank()) % 64];
  }
  out[block.thread_rank()] = sum;
}
