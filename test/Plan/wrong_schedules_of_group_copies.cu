// Groups that stand in for those of a load that is not made are counted: without
// them, or with one more in flight, a tile is computed before it is here.
//
// RUN: mutate-schedule stages=3 %s | FileCheck %s
// RUN: mutate-schedule stages=3 read-back %s | FileCheck --check-prefix=READ %s
//
// CHECK: walk cpasync wait-leaves-one-more: unsound plan (cpasync): compute of tile 0 does not wait for it
// CHECK: walk cpasync no-commit: unsound plan (cpasync): compute of tile 0 does not wait for it
// CHECK: walk cpasync commit-in-body-only: unsound plan (cpasync): compute of tile 0 does not wait for it
// READ: walk cpasync: READ AS PROVED
// READ: walk cpasync schedule wait-leaves-one-more: unsound result
// READ: walk cpasync schedule no-commit: unsound result
// READ: walk cpasync schedule commit-in-body-only: unsound result
// READ: walk cpasync text no-commit-in-loop: unsound result

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float left[16], right[16];
  auto block = cg::this_thread_block();
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cg::memcpy_async(block, left, A + k, sizeof(float) * 16);
    cg::memcpy_async(block, right, A + k + 16, sizeof(float) * 16);
    cg::wait(block);
    for (int i = 0; i < 16; ++i)
      sum += left[i] * (t + 1) + right[15 - i];
    block.sync();
  }
  out[t] = sum;
}
