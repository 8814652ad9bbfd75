// cp.async in small functions, waited for without a commit; a plain copy beside
// them becomes asynchronous and is covered by the same wait.
//
// RUN: %rewrite_and_run cpasync gemm -DTILE=16
// RUN: %golden cpasync

#include <cstdint>
#include <cuda_runtime.h>

#define TILE 16

__device__ __forceinline__ void cp_async4(void *smem, const void *gmem) {
  uint32_t address = static_cast<uint32_t>(__cvta_generic_to_shared(smem));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address),
               "l"(gmem)
               : "memory");
}

__device__ __forceinline__ void cp_async_wait_all() {
  asm volatile("cp.async.wait_all;" ::: "memory");
}

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;

  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    cp_async4(&As[ty][tx], A + row * K + k + tx);
    Bs[ty][tx] = B[(k + ty) * N + col];
    cp_async_wait_all();
    __syncthreads();

    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }

  C[row * N + col] = sum;
}
