// Where the next tile starts hangs on this one's length, and the last is cut:
// the load makes the same statements on its own variables.
//

#include <cuda_pipeline.h>

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][32];
  const int t = threadIdx.x;
  int len = 32;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int j, int len) {
    auto &tile = tile_stages[stage];
    // The last tile may be short.
    if (j + len > n)
      len = n - j;
    __pipeline_memcpy_async(&tile[t], &A[j + t], sizeof(float),
                            (t < len) ? 0 : sizeof(float));
  };

  // Moves the load on to the next tile.
  auto next_tile = [&](int &j, int &len) {
    if (j + len > n)
      len = n - j;
    j += len;
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  int j_load = 0;
  int len_load = len;
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (j_load < n) {
      load_tile(stage, j_load, len_load);
      next_tile(j_load, len_load);
    }
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;

  for (int j = 0; j < n; j += len) {
    // The last tile may be short.
    if (j + len > n)
      len = n - j;

    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (j_load < n) {
      load_tile(load_stage, j_load, len_load);
      next_tile(j_load, len_load);
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    for (int i = 0; i < len; ++i)
      sum += tile[i] * (t + len);

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum + len;
}

__global__ void by_lengths(const float *__restrict__ A, float *__restrict__ out,
                           int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int j = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int j) {
    auto &tile = tile_stages[stage];
    const int len = min(j % 3 ? 17 : 32, n - j);
    __pipeline_memcpy_async(&tile[t], &A[j + t], sizeof(float),
                            (t < len) ? 0 : sizeof(float));
  };

  // Moves the load on to the next tile.
  auto next_tile = [&](int &j) {
    const int len = min(j % 3 ? 17 : 32, n - j);
    j += len;
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  int j_load = j;
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (j_load < n) {
      load_tile(stage, j_load);
      next_tile(j_load);
    }
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;

  while (j < n) {
    const int len = min(j % 3 ? 17 : 32, n - j);

    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (j_load < n) {
      load_tile(load_stage, j_load);
      next_tile(j_load);
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    for (int i = 0; i < len; ++i)
      sum += tile[i] * (t + len);
    j += len;

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum + j;
}

// The copy takes whole tiles; only the header asks how far they count.
__global__ void no_load_needs_it(const float *__restrict__ A,
                                 float *__restrict__ out, int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int step;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int j) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[j + t], sizeof(float),
                            (j + t < n) ? 0 : sizeof(float));
  };

  // Moves the load on to the next tile.
  auto next_tile = [&](int &j) {
    int step;
    step = j % 64 ? 20 : 32;
    j += step;
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  int j_load = 0;
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (j_load < n) {
      load_tile(stage, j_load);
      next_tile(j_load);
    }
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;

  for (int j = 0; j < n; j += step) {
    step = j % 64 ? 20 : 32;

    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (j_load < n) {
      load_tile(load_stage, j_load);
      next_tile(j_load);
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    for (int i = 0; i < step; ++i)
      sum += tile[i] * (t + step);

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}
