// Bytes cut into tiles of different types by casts.
//

#include <cuda_pipeline.h>

#define BLOCK 64

__global__ void weighted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  extern __shared__ __align__(16) unsigned char smem[];
  float4 *vectors = reinterpret_cast<float4 *>(smem);
  float *weights = (float *)(smem + BLOCK / 4 * sizeof(float4));
  int *rows = reinterpret_cast<int *>(weights + BLOCK);

  const int t = threadIdx.x;
  float sum = 0.0f;

  // From one stage of the tiles to the next.
  constexpr int stage_bytes = BLOCK * (2 * sizeof(float) + sizeof(int));
  auto *const vectors_stages = vectors;
  auto *const weights_stages = weights;
  auto *const rows_stages = rows;
  auto in_stage = [&](auto *tile, int stage) {
    return (decltype(tile))((char *)tile + stage * stage_bytes);
  };

  // The next tile, in registers.
  float next_rows;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto *vectors = in_stage(vectors_stages, stage);
    auto *weights = in_stage(weights_stages, stage);
    if (t < BLOCK / 4)
      __pipeline_memcpy_async(&vectors[t],
                              &reinterpret_cast<const float4 *>(A + k)[t],
                              sizeof(float4));
    __pipeline_memcpy_async(&weights[t], &A[k + BLOCK - 1 - t], sizeof(float));
    next_rows = A[k + t];
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto *rows = in_stage(rows_stages, stage);
    rows[t] = __float_as_int(next_rows);
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0) {
    load_tile(stage, 0);
    store_tile(stage);
  }
  __pipeline_commit();

  for (int k = 0; k < K; k += BLOCK) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const bool has_next = k + BLOCK < K;
    if (has_next)
      load_tile(stage ^ 1, k + BLOCK);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.
    __pipeline_commit();

    auto *vectors = in_stage(vectors_stages, stage);
    auto *weights = in_stage(weights_stages, stage);
    auto *rows = in_stage(rows_stages, stage);

    for (int i = 0; i < BLOCK / 4; ++i) {
      const float4 v = vectors[i];
      sum += v.x * weights[4 * i] + v.y * weights[4 * i + 1] +
             v.z * weights[4 * i + 2] + v.w * weights[(4 * i + t) % BLOCK];
    }
    sum += rows[(t + 1) % BLOCK] % 7;

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1; // This one is free from the next barrier on.
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  weighted<<<1, BLOCK, 2 * BLOCK * (2 * sizeof(float) + sizeof(int))>>>(A, C, K);
}
