// The block copies together, and its wait is a barrier: it stays the one barrier
// of the trip. In bytes, in elements, by parts of the block, and of a length that
// only the launch knows.
//

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

__global__ void whole_block(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  auto block = cg::this_thread_block();
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    // All threads take part.
    cg::memcpy_async(block, tile, A + k, sizeof(float) * block.size());
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);

  for (int k = 0; k < n; k += 32) {
    cg::wait(block); // and wait for each other

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void in_elements(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  cg::thread_block block = cg::this_thread_block();
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    cg::memcpy_async(block, tile, 32, A + k, 32);
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);

  for (int k = 0; k < n; k += 32) {
    cg::wait_prior<0>(block);

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void by_parts(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ alignas(16) float tile_stages[2][4][8];
  auto cta = cg::this_thread_block();
  auto part = cg::tiled_partition<8>(cta);
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    auto from = A + k + t / 8 * 8;
    auto to = &tile[t / 8][0];
    cg::memcpy_async(part, to, from,
                     cuda::aligned_size_t<alignof(float4)>{8 * sizeof(float)});
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);

  for (int k = 0; k < n; k += 32) {
    cg::wait(cta);

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i / 8][i % 8] * (t + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void part_waits(const float *__restrict__ A, float *__restrict__ out,
                           int n) {
  __shared__ float tile_stages[2][4][8];
  auto part = cg::tiled_partition<8>(cg::this_thread_block());
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    cg::memcpy_async(part, tile[t / 8], A + k + t / 8 * 8, 8 * sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);

  for (int k = 0; k < n; k += 32) {
    cg::wait(part);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i / 8][i % 8] * (t + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}
