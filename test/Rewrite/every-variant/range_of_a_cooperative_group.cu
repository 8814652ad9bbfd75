// How many tiles there are is read at the place of the block, by the names of
// cooperative groups; the function that multiplies is a constant of the compiler.
//
// RUN: %rewrite_and_run cpasync,ldg columns -DKERNEL=ranges -DTHREADS=32 -DSTEP=32 -DWHOLE
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

typedef float (*Product)(float, float);
__device__ float plain(float a, float b) { return a * b; }
__device__ float shifted(float a, float b) { return a * b + 1; }
constexpr __device__ Product choose(bool shift) { return shift ? shifted : plain; }

__global__ void ranges(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ out, int n) {
  auto block = cg::this_thread_block();
  __shared__ float tile[32];
  constexpr Product product = choose(true);
  const int tiles = n / block.group_dim().x - block.group_index().x;
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    block.sync();
    tile[block.thread_rank()] = A[k * 32 + block.thread_rank()];
    block.sync();
    for (int j = 0; j < 32; ++j)
      sum += product(tile[j], j + block.thread_rank());
  }
  out[block.thread_rank()] = sum;
}
