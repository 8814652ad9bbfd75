// Half-done pipelines wait for all copies at once. With more than two stages
// the wait has to leave the later tiles in flight: it becomes ours, whatever it
// was spelled by, and its condition and its comment stay. Commits stay the
// user's, and where the wait needed none there is one now.
//
// RUN: %rewrite_and_run cpasync3,cpasync4 gemm -DTILE=16 \
// RUN:   -DKERNEL=by_intrinsics -DTILES=0,1,2,3,4,5,6
// RUN: %rewrite_and_run cpasync3,cpasync4 gemm -DTILE=16 \
// RUN:   -DKERNEL=by_assembly -DTILES=0,1,2,3,4,5,6
// RUN: %rewrite_and_run cpasync3,cpasync4 gemm -DTILE=16 \
// RUN:   -DKERNEL=by_some_threads -DTILES=0,1,2,3,4,5,6
// RUN: %golden cpasync3

#include <cstdint>
#include <cuda_pipeline.h>

#define TILE 16
#define CP_ASYNC(dst, src)                                                     \
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n" ::"r"(dst), "l"(src))
#define CP_ASYNC_WAIT_ALL() asm volatile("cp.async.wait_all;\n" ::)

__global__ void by_intrinsics(const float *__restrict__ A,
                              const float *__restrict__ B,
                              float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    __pipeline_memcpy_async(&As[ty][tx], &A[row * K + k + tx], sizeof(float));
    __pipeline_memcpy_async(&Bs[ty][tx], &B[(k + ty) * N + col], sizeof(float));
    __pipeline_commit();

    // This tile has to be here.
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  C[row * N + col] = sum;
}

__global__ void by_assembly(const float *__restrict__ A,
                            const float *__restrict__ B, float *__restrict__ C,
                            int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    uint32_t to_a = __cvta_generic_to_shared(&As[ty][tx]);
    uint32_t to_b = __cvta_generic_to_shared(&Bs[ty][tx]);
    CP_ASYNC(to_a, &A[row * K + k + tx]);
    CP_ASYNC(to_b, &B[(k + ty) * N + col]);
    CP_ASYNC_WAIT_ALL(); // this tile
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  C[row * N + col] = sum;
}

__global__ void by_some_threads(const float *__restrict__ A,
                                const float *__restrict__ B,
                                float *__restrict__ C, int M, int N, int K) {
  __shared__ alignas(16) float As[TILE][TILE];
  __shared__ alignas(16) float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    if (tx < 4) {
      __pipeline_memcpy_async(&As[ty][tx * 4], &A[row * K + k + tx * 4], 16);
      __pipeline_memcpy_async(&Bs[ty][tx * 4],
                              &B[(k + ty) * N + blockIdx.x * TILE + tx * 4],
                              16);
      CP_ASYNC_WAIT_ALL(); // who copies
    }
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  C[row * N + col] = sum;
}
