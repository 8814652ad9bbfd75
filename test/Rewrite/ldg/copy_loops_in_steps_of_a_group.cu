// Copy loops that ask a thread_block of cooperative groups for the thread and for
// the size of the block, which all launches give.
//
// RUN: %rewrite_and_run ldg,ldg-single,auto launched
// RUN: cuda-pipeline-rewrite --variant=ldg -o %t.cu %s
// RUN: grep -v "^//" %t.cu | FileCheck %s

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int TILE = 100;

// CHECK-LABEL: void sum(
// CHECK: constexpr int stride = 64; // block.size() in all launches
// CHECK-NEXT: if (block.size() != stride)
// CHECK-NEXT: __trap();
// CHECK: constexpr int stride2 = 16; // block.group_dim().x in all launches
// CHECK-NEXT: if (block.group_dim().x != stride2)
// CHECK-NEXT: __trap();
// CHECK: constexpr int TILE_LOADS = (TILE + stride - 1) / stride;
// CHECK-NEXT: constexpr int WEIGHTS_LOADS = (40 + stride2 - 1) / stride2;
// CHECK-NEXT: float next_tile[TILE_LOADS], next_weights[WEIGHTS_LOADS];
// CHECK: const int i = block.thread_rank() + n * stride;
// CHECK-NEXT: if (i < count)
// CHECK: const int r = block.thread_index().x + n * stride2;

__global__ void sum(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[TILE];
  __shared__ float weights[4][40];
  cg::thread_block block = cg::this_thread_block();
  const int t = block.thread_rank();
  const int row = block.thread_index().y;
  float sum = 0.0f;

  for (int k = 0; k < K; k += TILE) {
    const int count = min(TILE, K - k);
    for (int i = block.thread_rank(); i < count; i += block.size())
      tile[i] = A[k + i];
    for (int r = block.thread_index().x; r < 40; r += block.group_dim().x)
      weights[row][r] = k + r + row < K ? A[k + r + row] : 0.5f;
    block.sync();

    for (int i = 0; i < count; ++i)
      sum += tile[i] * weights[i % 4][t % 40];
    block.sync();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  sum<<<1, dim3(16, 4)>>>(A, C, K);
}
