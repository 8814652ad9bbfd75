// Tiles carved from dynamic shared memory: launches ask for as many times the
// memory as there are stages. What a launch gives may be no multiple of 16 bytes
// for each of them, so that a stage's share is rounded down.
//

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#define TILE 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  extern __shared__ __align__(16) float smem[];
  float *As = smem;
  float *Bs = smem + TILE * TILE;

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
  float sum = 0.0f;

  constexpr int STAGES = 4;

  // From one stage of the tiles to the next.
  constexpr int stage_size = 2 * TILE * TILE;
  auto *const As_stages = As;
  auto *const Bs_stages = Bs;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto *As = As_stages + stage * stage_size;
    auto *Bs = Bs_stages + stage * stage_size;
    if (tx < 4) {
      __pipeline_memcpy_async((float4 *)&As[ty * TILE + tx * 4],
                              (const float4 *)&A[(row0 + ty) * K + k + tx * 4],
                              sizeof(float4));
      __pipeline_memcpy_async((float4 *)&Bs[ty * TILE + tx * 4],
                              (const float4 *)&B[(k + ty) * N + col0 + tx * 4],
                              sizeof(float4));
    }
  };

  // Prologue: fill all stages but the last. The load stays three tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * TILE < K)
      load_tile(stage, stage * TILE);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * TILE; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += TILE) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile three trips ahead while this one is computed.
    if (k_load < K) {
      load_tile(load_stage, k_load);
      k_load += TILE;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto *As = As_stages + stage * stage_size;
    auto *Bs = Bs_stages + stage * stage_size;

    for (int i = 0; i < TILE; ++i)
      sum += As[ty * TILE + i] * Bs[i * TILE + tx];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  C[(row0 + ty) * N + col0 + tx] = sum;
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  // One float more than the tiles take.
  const size_t bytes = (4 * 2 * TILE * TILE + 1) * sizeof(float);
  gemm<<<dim3(N / TILE, M / TILE), dim3(TILE, TILE), bytes>>>(A, B, C, M, N, K);
}
