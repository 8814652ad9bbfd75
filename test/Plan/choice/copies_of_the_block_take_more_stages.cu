// Chunks that all threads of the block copy together, counted by a pipeline that they
// share, or by a barrier: as many stages, up to four, as cost no resident block. Copies of
// single threads, four bytes each, keep two.
//
// RUN: cuda-pipeline-rewrite --gpu-arch=sm_90 --explain %s -o /dev/null 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --gpu-arch=sm_90 --explain %s -o /dev/null 2>&1 -- -DCHUNK=1024 | FileCheck %s --check-prefix=LARGE

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

#pragma nv_diag_suppress static_var_with_dynamic_init

#ifndef CHUNK
#define CHUNK 512
#endif
namespace cg = cooperative_groups;

// CHECK: K-loop in 'by_pipeline' pipelined: cpasync, 4 stages
// CHECK: > the copies are asynchronous already; 4 stages cost no block
// LARGE: K-loop in 'by_pipeline' pipelined: cpasync, 3 stages
// LARGE: > the copies are asynchronous already; 3 stages cost no block
__global__ void __launch_bounds__(256)
    by_pipeline(const float *__restrict__ A, const float *__restrict__ B,
                float *__restrict__ C, int n) {
  __shared__ alignas(16) float as[CHUNK], bs[CHUNK];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  float sum = 0;
  for (int k = 0; k < n; k += CHUNK) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, as, A + blockIdx.x * n + k, cuda::aligned_size_t<16>(sizeof(as)), pipe);
    cuda::memcpy_async(block, bs, B + blockIdx.x * n + k, cuda::aligned_size_t<16>(sizeof(bs)), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    for (int i = threadIdx.x; i < CHUNK; i += 256)
      sum += as[i] * bs[i];
    pipe.consumer_release();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: K-loop in 'by_barrier' pipelined: cpasync, 4 stages
// LARGE: K-loop in 'by_barrier' pipelined: cpasync, 4 stages
__global__ void __launch_bounds__(256)
    by_barrier(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ alignas(16) float as[CHUNK];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  auto block = cg::this_thread_block();
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; k += CHUNK) {
    cuda::memcpy_async(block, as, A + blockIdx.x * n + k, cuda::aligned_size_t<16>(sizeof(as)), bar);
    bar.arrive_and_wait();
    for (int i = threadIdx.x; i < CHUNK; i += 256)
      sum += as[i] * as[CHUNK - 1 - i];
    bar.arrive_and_wait();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: K-loop in 'by_threads' pipelined: cpasync, 2 stages
// LARGE: K-loop in 'by_threads' pipelined: cpasync, 2 stages
__global__ void __launch_bounds__(256)
    by_threads(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float as[256];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  float sum = 0;
  for (int k = 0; k < n; k += 256) {
    pipe.producer_acquire();
    cuda::memcpy_async(&as[threadIdx.x], &A[blockIdx.x * n + k + threadIdx.x], sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    for (int i = 0; i < 256; ++i)
      sum = sum * 0.5f + as[i];
    pipe.consumer_release();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

void launch(const float *A, const float *B, float *C, int n) {
  by_pipeline<<<132, 256>>>(A, B, C, n);
  by_barrier<<<132, 256>>>(A, C, n);
  by_threads<<<132, 256>>>(A, C, n);
}
