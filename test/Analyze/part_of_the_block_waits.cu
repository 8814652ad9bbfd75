// A sync of a tile of 32 threads is no barrier of the block of 64.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP
//
// No other variant may have it either:
// RUN: cuda-pipeline-rewrite --variant=cpasync --kernel=rejected --quiet -o %t.cpasync.cu %s
// RUN: cmp %s %t.cpasync.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --kernel=rejected --quiet -o %t.ldg.cu %s
// RUN: cmp %s %t.ldg.cu
// RUN: cuda-pipeline-rewrite --variant=ldg-single --kernel=rejected --quiet -o %t.ldg-single.cu %s
// RUN: cmp %s %t.ldg-single.cu

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// CHECK: :[[#@LINE + 10]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [unsupported-loop]
// CHECK-NEXT: :[[#@LINE + 11]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | part.sync();
// DUMP: left-alone rejected line [[#@LINE + 7]] unsupported-loop
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto part = cg::tiled_partition<32>(cg::this_thread_block());
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    part.sync();
    sum += tile[t ^ 1];
    part.sync();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined:
// DUMP: rewritten accepted line [[#@LINE + 7]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64], scratch[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto part = cg::tiled_partition<32>(cg::this_thread_block());
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    scratch[t] = tile[63 - t];
    part.sync();
    sum += scratch[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}
