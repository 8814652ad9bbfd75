// Every launch of the kernel passes twice its own expression, wherever it
// stands; what is not known to stay below 48 KB is asked for first.
//
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#define WIDTH 64

template <int N>
__global__ void sum_tiles(const float *__restrict__ A, float *__restrict__ C,
                          int K) {
  extern __shared__ float tile[];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The launch gives dynamic shared memory for two stages.
  unsigned stage_size;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(stage_size));
  stage_size /= 2 * sizeof(float);
  auto *const tile_stages = tile;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto *tile = tile_stages + stage * stage_size;
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += N) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + N < K)
      load_tile(stage ^ 1, k + N);
    __pipeline_commit();

    auto *tile = tile_stages + stage * stage_size;

    for (int i = 0; i < N; ++i)
      sum += tile[i] * (t + i);

    stage ^= 1; // This one is free from the next barrier on.
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  // No tile at all.
  if (K == 0)
    sum_tiles<WIDTH><<<1, WIDTH, 2 * WIDTH * sizeof(float)>>>(A, C, K);
  else if (K == 64) {
    size_t smem = 2 * WIDTH * sizeof(float);
    sum_tiles<WIDTH><<<1, WIDTH, smem>>>(A, C, K);
  } else if (K == 128) {
    if (2 * sizeof(float) * (WIDTH + K - K) > 48 * 1024)
      cudaFuncSetAttribute(sum_tiles<WIDTH>,
                           cudaFuncAttributeMaxDynamicSharedMemorySize,
                           2 * sizeof(float) * (WIDTH + K - K));
    sum_tiles<WIDTH><<<1, dim3(WIDTH), 2 * sizeof(float) * (WIDTH + K - K), 0>>>(
        A, C, K);
#ifndef CUDAPIPE_EXECUTOR
  } else if (K < 0) {
    void *args[] = {&A, &C, &K};
    cudaLaunchKernel((const void *)sum_tiles<WIDTH>, dim3(1), dim3(WIDTH), args,
                     2 * sizeof(float) * WIDTH, 0);
#endif
  } else {
    const int bytes = 2 * K * 4;
    auto kernel = sum_tiles<WIDTH>;
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         bytes);
    kernel<<<1, WIDTH, bytes>>>(A, C, K);
  }
}
