// The tile is what the launch gives, and a barrier in static memory counts the
// copies into it: each stage has a part of the one, and an element of the other.
//

#include <cooperative_groups.h>
#include <cuda/barrier>

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void of_any_size(const float *__restrict__ A, float *__restrict__ C,
                            int K) {
  constexpr int STAGES = 3;
  extern __shared__ float tile[];
  __shared__ barrier bar_stages[STAGES];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    for (int s = 0; s < STAGES; ++s)
      init(&bar_stages[s], block.size());
  block.sync();
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The launch gives dynamic shared memory for three stages.
  unsigned stage_size;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(stage_size));
  stage_size = stage_size / (3 * 16) * 16 / sizeof(float);
  auto *const tile_stages = tile;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &bar = bar_stages[stage];
    auto *tile = tile_stages + stage * stage_size;
    cuda::memcpy_async(block, tile, A + k, sizeof(float) * block.size(), bar);
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 64 < K)
      load_tile(stage, stage * 64);
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 64; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += 64) {
    auto &bar = bar_stages[stage];
    bar.arrive_and_wait(); // all copies are here

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < K) {
      load_tile(load_stage, k_load);
      k_load += 64;
    }

    auto *tile = tile_stages + stage * stage_size;

    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  C[t] = sum;
}

__global__ void in_two_pieces(const float *__restrict__ A,
                              float *__restrict__ C, int K) {
  extern __shared__ float tile[];
  float *left = tile, *right = tile + 32;
  constexpr int STAGES = 3;
  __shared__ barrier bar_stages[STAGES];
  const int t = threadIdx.x;
  if (t == 0)
    for (int s = 0; s < STAGES; ++s)
      init(&bar_stages[s], blockDim.x);
  __syncthreads();
  float sum = 0.0f;

  // The launch gives dynamic shared memory for three stages.
  unsigned stage_size;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(stage_size));
  stage_size = stage_size / (3 * 16) * 16 / sizeof(float);
  auto *const left_stages = left;
  auto *const right_stages = right;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &bar = bar_stages[stage];
    auto *left = left_stages + stage * stage_size;
    auto *right = right_stages + stage * stage_size;
    if (t < 32) {
      cuda::memcpy_async(&left[t], &A[k + t], sizeof(float), bar);
      cuda::memcpy_async(&right[t], &A[k + 32 + t], sizeof(float), bar);
    }
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 64 < K)
      load_tile(stage, stage * 64);
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 64; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += 64) {
    auto &bar = bar_stages[stage];
    bar.arrive_and_wait();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < K) {
      load_tile(load_stage, k_load);
      k_load += 64;
    }

    auto *left = left_stages + stage * stage_size;
    auto *right = right_stages + stage * stage_size;

    for (int i = 0; i < 32; ++i)
      sum += left[i] * (t + 1) + right[31 - i];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  C[t] += sum;
}

void launch(const float *A, float *C, int K) {
  of_any_size<<<1, 64, 3 * 64 * sizeof(float)>>>(A, C, K);
  in_two_pieces<<<1, 64, 3 * 64 * sizeof(float)>>>(A, C, K);
}
