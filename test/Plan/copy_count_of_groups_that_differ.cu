// Steps of groups whose size is not that of all blocks.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

#define KERNEL(NAME)                                                           \
  __global__ void NAME(const float *__restrict__ A, float *__restrict__ C,     \
                       int K)

namespace own {
struct thread_block {
  unsigned n;
  __device__ unsigned thread_rank() const { return threadIdx.x - n; }
  __device__ unsigned size() const { return n; }
};
} // namespace own

// CHECK: 'one_block' pipelined: ldg
KERNEL(one_block) {
  __shared__ float tile[64];
  cg::thread_block block = cg::this_thread_block();
  auto group = block;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    for (int i = group.thread_rank(); i < 64; i += group.size())
      tile[i] = A[k + i];
    block.sync();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * threadIdx.x;
    block.sync();
  }
  C[threadIdx.x] = sum;
}

// CHECK: 'two_blocks' left alone: {{.*}} goes in steps of blockDim.x * blockDim.y * blockDim.z, which is not one constant in all launches{{.*}} [copy-count-unknown]
KERNEL(two_blocks) {
  __shared__ float tile[64];
  cg::thread_block block = cg::this_thread_block();
  auto group = block;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    for (int i = group.thread_rank(); i < 64; i += group.size())
      tile[i] = A[k + i];
    block.sync();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * threadIdx.x;
    block.sync();
  }
  C[threadIdx.x] = sum;
}

// CHECK: 'a_warp' left alone: {{.*}} [copy-count-unknown]
KERNEL(a_warp) {
  __shared__ float tile[64];
  cg::thread_block block = cg::this_thread_block();
  auto group = cg::tiled_partition<32>(block);
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    for (int i = group.thread_rank(); i < 64; i += group.size())
      tile[i] = A[k + i];
    block.sync();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * threadIdx.x;
    block.sync();
  }
  C[threadIdx.x] = sum;
}

// CHECK: 'another_class' left alone: {{.*}} [copy-count-unknown]
KERNEL(another_class) {
  __shared__ float tile[64];
  cg::thread_block block = cg::this_thread_block();
  auto group = own::thread_block{16};
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    for (int i = group.thread_rank(); i < 64; i += group.size())
      tile[i] = A[k + i];
    block.sync();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * threadIdx.x;
    block.sync();
  }
  C[threadIdx.x] = sum;
}

void launch(const float *A, float *C, int K) {
  one_block<<<1, 64>>>(A, C, K);
  two_blocks<<<1, 64>>>(A, C, K);
  two_blocks<<<1, 32>>>(A, C, K);
  a_warp<<<1, 64>>>(A, C, K);
  another_class<<<1, 64>>>(A, C, K);
}
