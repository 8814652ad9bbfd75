// A pipeline that the block shares: the stages go into the type of its state,
// and a trip acquires, commits, waits and releases as before.
//
// RUN: %rewrite_and_run cpasync,auto gemm -DTILE=16
// RUN: %rewrite_and_run cpasync3,cpasync4 gemm -DTILE=16 \
// RUN:   -DTILES=0,1,2,3,4,5,6,9
// RUN: %golden cpasync
// RUN: %golden cpasync3

#include <cooperative_groups.h>
#include <cuda/pipeline>

#pragma nv_diag_suppress static_var_with_dynamic_init

#define TILE 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;

  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    pipe.producer_acquire();
    // one element of each matrix a thread
    cuda::memcpy_async(&As[ty][tx], &A[row * K + k + tx], sizeof(float), pipe);
    cuda::memcpy_async(&Bs[ty][tx], &B[(k + ty) * N + col], sizeof(float),
                       pipe);
    pipe.producer_commit();

    pipe.consumer_wait(); // both tiles are here

#pragma unroll
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];

    pipe.consumer_release();
  }

  C[row * N + col] = sum;
}
