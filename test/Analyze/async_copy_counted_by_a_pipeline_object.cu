// Copies that a cuda::pipeline counts: left alone with one stage, recognised with
// two.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

// CHECK: :[[#@LINE + 8]]:3: remark: K-loop in 'rejected' left alone: {{.*}}copies that a cuda::pipeline or cuda::barrier counts cannot be re-staged yet{{.*}} [async-copy-in-loop]
// CHECK-NEXT: :[[#@LINE + 8]]:{{[0-9]+}}: note: here
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  for (int k = 0; k < K; k += 64) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    pipe.consumer_release();
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'ahead' left alone: {{.*}}the loop switches between buffers of 'tile' by itself{{.*}} [already-pipelined]
// CHECK-NEXT: :[[#@LINE + 11]]:{{[0-9]+}}: note: here
__global__ void ahead(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  int ahead = 0;
  for (int k = 0; k < K; k += 64) {
    for (; ahead < k + 128 && ahead < K; ahead += 64) {
      pipe.producer_acquire();
      cuda::memcpy_async(&tile[ahead / 64 % 2][t], &A[ahead + t], sizeof(float),
                         pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[k / 64 % 2][i];
    __syncthreads();
    pipe.consumer_release();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
