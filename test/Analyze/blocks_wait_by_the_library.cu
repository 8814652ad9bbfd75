// Cooperative groups and libcu++ wait for other blocks, too.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

#include <cooperative_groups.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;

// CHECK: K-loop in 'whole_grid' left alone: {{.*}}here it meets all blocks of the grid{{.*}} [waits-for-blocks]
// CHECK-NEXT: note: here
// CHECK-NEXT: | {{ *}}cg::this_grid().sync();
__global__ void whole_grid(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  cg::this_grid().sync();
}

// CHECK: K-loop in 'grid_by_name' left alone: {{.*}}here it meets all blocks of the grid{{.*}} [waits-for-blocks]
__global__ void grid_by_name(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  cg::grid_group grid = cg::this_grid();
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  grid.sync();
}

// CHECK: K-loop in 'function_of_the_group' left alone: {{.*}}here it meets all blocks of the grid{{.*}} [waits-for-blocks]
__global__ void function_of_the_group(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  cg::sync(cg::this_grid());
}

// CHECK: K-loop in 'arrives_and_waits' left alone: {{.*}}here it meets all blocks of the grid{{.*}} [waits-for-blocks]
__global__ void arrives_and_waits(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  cg::grid_group grid = cg::this_grid();
  grid.barrier_wait(grid.barrier_arrive());
}

// CHECK: K-loop in 'loads_an_atomic' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void loads_an_atomic(const float *__restrict__ A, float *__restrict__ C, int K, cuda::atomic<unsigned, cuda::thread_scope_device> *count) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  while (count->load(cuda::memory_order_acquire) < gridDim.x)
    ;
}

// CHECK: K-loop in 'loads_a_reference' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void loads_a_reference(const float *__restrict__ A, float *__restrict__ C, int K, unsigned *count) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> there(*count);
  while (there.load(cuda::memory_order_acquire) < gridDim.x)
    ;
}

// CHECK: K-loop in 'block_alone' pipelined:
__global__ void block_alone(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  cg::this_thread_block().sync();
}

// CHECK: K-loop in 'warp_alone' pipelined:
__global__ void warp_alone(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  cg::tiled_partition<32>(cg::this_thread_block()).sync();
}

// CHECK: K-loop in 'counts_blocks' pipelined:
__global__ void counts_blocks(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  C[t + 64] = cg::this_grid().size();
}

// CHECK: K-loop in 'adds_to_an_atomic' pipelined:
__global__ void adds_to_an_atomic(const float *__restrict__ A, float *__restrict__ C, int K, cuda::atomic<unsigned, cuda::thread_scope_device> *count) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  count->fetch_add(1);
}
