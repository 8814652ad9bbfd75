// A tile of each warp, with waits for the warp: right, but understood only where
// the block is one warp. It is no race.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not="missing-barrier"
// RUN: cuda-pipeline-rewrite --variant=ldg-single --kernel=rejected --quiet -o %t.ldg-single.cu %s
// RUN: cmp %s %t.ldg-single.cu

#include <cooperative_groups.h>

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'rejected' left alone: {{.*}}the threads of a warp wait for each other alone{{.*}} [unsupported-loop]
// CHECK-NEXT: :[[#@LINE + 10]]:5: note: here
// CHECK-NEXT: | __syncwarp();
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[2][32];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  float sum = 0.0f;

  for (int k = 0; k < K; k += 64) {
    tile[warp][lane] = A[k + t];
    __syncwarp();
    sum += tile[warp][31 - lane];
    __syncwarp();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'rejected_group' left alone: {{.*}}the threads of a warp wait for each other alone{{.*}} [unsupported-loop]
__global__ void rejected_group(const float *__restrict__ A,
                               float *__restrict__ C, int K) {
  __shared__ float tile[2][32];
  auto block = cooperative_groups::this_thread_block();
  auto group = cooperative_groups::tiled_partition<32>(block);
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[warp][lane] = A[k + t];
    group.sync();
    sum += tile[warp][31 - lane];
    group.sync();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined:
__global__ void __launch_bounds__(32)
    accepted(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    tile[t] = A[k + t];
    __syncwarp();
    sum += tile[31 - t];
    __syncwarp();
  }
  C[t] = sum;
}
