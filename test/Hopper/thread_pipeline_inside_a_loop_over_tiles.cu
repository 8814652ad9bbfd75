// A pipeline of one thread in the K-loop of a block that takes tile after tile: that loop
// is completed, and the one around it is none. Without a barrier of the block there is
// nothing to complete, and a reason.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck %s

#include <cuda/pipeline>

// CHECK-NOT: left alone
// CHECK: remark: K-loop in 'tiles' pipelined: cpasync
// CHECK-NOT: remark: K-loop in 'tiles' left alone
__global__ void tiles(const float *__restrict__ A, float *__restrict__ C, int count, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  for (int block = blockIdx.x;; block += gridDim.x) {
    if (block >= count)
      break;
    float sum = 0;
    for (int k = 0; k < K; k += 64) {
      pipe.producer_acquire();
      cuda::memcpy_async(&tile[t], &A[block * K + k + t], sizeof(float), pipe);
      pipe.producer_commit();
      cuda::pipeline_consumer_wait_prior<0>(pipe);
      __syncthreads();
      sum += tile[t ^ 1];
      pipe.consumer_release();
      __syncthreads();
    }
    C[block * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK: remark: K-loop in 'alone' left alone:
__global__ void alone(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    sum += tile[t];
    pipe.consumer_release();
  }
  C[t] = sum;
}
