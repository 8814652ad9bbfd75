// Blocks of a cluster wait for each other.
//
// RUN: cuda-pipeline-rewrite --gpu-arch=sm_90 --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --gpu-arch=sm_90 --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP
//
// No other variant may have it either:
// RUN: cuda-pipeline-rewrite --gpu-arch=sm_90 --variant=cpasync --kernel=rejected --quiet -o %t.cpasync.cu %s
// RUN: cmp %s %t.cpasync.cu
// RUN: cuda-pipeline-rewrite --gpu-arch=sm_90 --variant=ldg --kernel=rejected --quiet -o %t.ldg.cu %s
// RUN: cmp %s %t.ldg.cu
// RUN: cuda-pipeline-rewrite --gpu-arch=sm_90 --variant=ldg-single --kernel=rejected --quiet -o %t.ldg-single.cu %s
// RUN: cmp %s %t.ldg-single.cu

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// CHECK: :[[#@LINE + 10]]:3: remark: K-loop in 'rejected' left alone: {{.*}}a wait for more than the block{{.*}} [unknown-effects]
// CHECK-NEXT: :[[#@LINE + 13]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | cg::sync(cluster);
// DUMP: left-alone rejected line [[#@LINE + 7]] unknown-effects
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  cg::cluster_group cluster = cg::this_cluster();
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    cg::sync(cluster);
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined:
// DUMP: rewritten accepted line [[#@LINE + 7]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  cg::thread_block block = cg::this_thread_block();
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    cg::sync(block);
  }
  C[t] = sum;
}
