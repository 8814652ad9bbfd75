// cp.async in small functions, waited for without a commit; a plain copy beside
// them becomes asynchronous and is covered by the same wait.
//

#include <cstdint>
#include <cuda_pipeline.h>
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
  __shared__ float As_stages[2][TILE][TILE];
  __shared__ float Bs_stages[2][TILE][TILE];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;

  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    cp_async4(&As[ty][tx], A + row * K + k + tx);
    __pipeline_memcpy_async(&Bs[ty][tx], &B[(k + ty) * N + col], sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);

  for (int k = 0; k < K; k += TILE) {
    cp_async_wait_all();
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + TILE < K)
      load_tile(stage ^ 1, k + TILE);

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];

    stage ^= 1; // This one is free from the next barrier on.
  }

  C[row * N + col] = sum;
}
