// A group declared in the loop body: its sync moves to the top of the trip, in front
// of the declaration.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    cg::thread_block block = cg::this_thread_block();
    tile[t] = A[k + t];
    block.sync();
    sum += tile[63 - t];
    block.sync();
  }
  C[t] = sum;
}
