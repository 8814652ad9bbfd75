// Row and column are moved on behind the compute phase, which asks for them: the
// load has its own, and so has each phase what it declares of them.
//

// Rows of 96 are walked through in tiles of 32.
#include <cuda_pipeline.h>

__global__ void folds(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int row = 0, col = 0;
  // Where the load is.
  int row_load = row, col_load = col;

  // Starts the copy of one tile into a stage, and moves col_load on.
  auto load_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[row_load * 96 + col_load + t],
                            sizeof(float));
    col_load += 32;
    if (col_load == 96) {
      col_load = 0;
      ++row_load;
    }
  };

  // Prologue: the first tile into stage 0.
  const int num_tiles = (n + 31) / 32;
  int stage = 0;
  if (num_tiles > 0)
    load_tile(stage);
  __pipeline_commit();

  for (int trip = 0; trip < num_tiles; ++trip) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (trip + 1 < num_tiles)
      load_tile(stage ^ 1);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (row + 2 * col + i);
    // The next one.
    col += 32;
    if (col == 96) {
      col = 0;
      ++row;
    }

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum + row - col;
}

__global__ void declares(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int base = 0, step = 0;
  const float *from = A;
  // Where the load is.
  int base_load = base, step_load = step;
  const float *from_load = from;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int trip) {
    auto &tile = tile_stages[stage];
    const int at_load = base_load + step_load * 32;
    int own_load = at_load + t;
    __pipeline_memcpy_async(&tile[t], &from_load[own_load], sizeof(float));
    if (++step_load == 2) {
      base_load += 64;
      step_load = 0;
    }
    if (trip == 3) {
      from_load = A + 32;
      base_load -= 32;
    }
  };

  // Prologue: the first tile into stage 0.
  const int num_tiles = n / 32;
  int stage = 0;
  if (num_tiles > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int trip = 0; trip < num_tiles; ++trip) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (trip + 1 < num_tiles)
      load_tile(stage ^ 1, trip + 1);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    const int at = base + step * 32;
    const int own = at + t, last = at + 31;
    sum += last - own + tile[31 - t] * at;
    if (step == 1)
      sum *= 0.5f;
    if (++step == 2) {
      base += 64;
      step = 0;
    }
    if (trip == 3) {
      from = A + 32;
      base -= 32;
    }

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum + base;
}

// Which tile is next is read from memory.
__global__ void by_an_index(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = 0;
  // Where the load is.
  int at_load = at;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[at_load + t], sizeof(float));
    if (A[at_load] > A[0] && at_load >= 32)
      at_load -= 32;
    else
      at_load = at_load + 32 < n / 32 * 32 ? at_load + 32 : 0;
  };

  // Prologue: the first tile into stage 0.
  const int num_tiles = n / 32;
  int stage = 0;
  if (num_tiles > 0)
    load_tile(stage);
  __pipeline_commit();

  for (int trip = 0; trip < num_tiles; ++trip) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (trip + 1 < num_tiles)
      load_tile(stage ^ 1);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (at + i);
    // Backwards, or on.
    if (A[at] > A[0] && at >= 32)
      at -= 32;
    else
      at = at + 32 < n / 32 * 32 ? at + 32 : 0;

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum + at;
}

__global__ void behind_a_barrier(const float *__restrict__ A,
                                 float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = t, turn = 0;

  // Starts the copy of one tile into a stage, and moves at on.
  auto load_tile = [&](int stage, int turn) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[at], sizeof(float));
    turn = turn == 2 ? 0 : turn + 1;
    at += turn < 3 ? 32 : 64;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, turn);
  __pipeline_commit();

#pragma unroll 1
  for (int k = 0; k < n; k += 32) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const int turn_next = turn == 2 ? 0 : turn + 1;
    if (k + 32 < n)
      load_tile(stage ^ 1, turn_next);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (turn + i);
    turn = turn == 2 ? 0 : turn + 1;

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}
