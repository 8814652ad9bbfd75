// A template without a body, called with a lambda: no error.
//
// RUN: cuda-pipeline-rewrite --explain %s 2>&1 >/dev/null | FileCheck %s

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/cub.cuh>
namespace cg = cooperative_groups;

// CHECK-NOT: error
// CHECK: remark: K-loop in 'sum' pipelined
// CHECK-NOT: error
__global__ void sum(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  __shared__ typename cub::BlockReduce<float, 64>::TempStorage storage;
  struct Larger {
    __device__ float operator()(float a, float b) const { return max(a, b); }
  };
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  auto add = [](float a, float b) { return a + b; };
  sum += cub::BlockReduce<float, 64>(storage).Reduce(sum, add);
  sum += cub::BlockReduce<float, 64>(storage).Reduce(sum, Larger());
  C[threadIdx.x] = cg::reduce(cg::coalesced_threads(), sum, add);
}

void launch(const float *A, float *C, int K) {
  int blocks, threads;
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(&blocks, &threads, sum,
                                                 [](int) { return 0; });
  sum<<<blocks, 64>>>(A, C, K);
}
