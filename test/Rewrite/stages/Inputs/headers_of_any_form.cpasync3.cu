// The load's own variables take no value that the loop's do not take: they stay
// where the condition fails on them, whatever the header says.
//

#include <cuda_pipeline.h>

#define SUM                                                                    \
  for (int i = 0; i < 32; ++i)                                                 \
    sum += tile[i] * (t + i)

__global__ void descending(const float *__restrict__ A, float *__restrict__ out,
                           unsigned n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, unsigned k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k - 32 + t], sizeof(float),
                            (k - 32 + t < n) ? 0 : sizeof(float));
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  unsigned k_load = (n + 31) / 32 * 32;
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (k_load != 0) {
      load_tile(stage, k_load);
      k_load -= 32;
    }
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;

  // An unsigned k would wrap below zero.
  for (unsigned k = (n + 31) / 32 * 32; k != 0; k -= 32) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load != 0) {
      load_tile(load_stage, k_load);
      k_load -= 32;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    SUM;

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}

__global__ void not_equal(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *p = A;
  int done = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, const float *p) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &p[t], sizeof(float),
                            (p + t < A + n) ? 0 : sizeof(float));
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  const float *end_load = A + (n + 31) / 32 * 32;
  const float *p_load = p;
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (p_load != end_load) {
      load_tile(stage, p_load);
      p_load += 32;
    }
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;

  for (const float *end = A + (n + 31) / 32 * 32; p != end; p += 32, ++done) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (p_load != end_load) {
      load_tile(load_stage, p_load);
      p_load += 32;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    SUM;

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum + done + (p - A);
}

__global__ void near_int_max(const float *__restrict__ A,
                             float *__restrict__ out, int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  // One step further, and k would overflow.
  const int start = 2147483644 - (n + 31) / 32 * 32;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k - start + t], sizeof(float),
                            (k - start + t < n) ? 0 : sizeof(float));
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  int k_load = start;
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (k_load != 2147483644) {
      load_tile(stage, k_load);
      k_load += 32;
    }
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;

  for (int k = start; k != 2147483644; k += 32) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load != 2147483644) {
      load_tile(load_stage, k_load);
      k_load += 32;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    SUM;

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}

__global__ void counted_down(const float *__restrict__ A,
                             float *__restrict__ out, int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  unsigned tiles = (n + 31) / 32;
  int k;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float),
                            (k + t < n) ? 0 : sizeof(float));
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  int k_load = 0;
  unsigned tiles_load = tiles;
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (tiles_load > 0) {
      load_tile(stage, k_load);
      k_load += 32;
      --tiles_load;
    }
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;

  for (k = 0; tiles-- > 0; k += 32) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (tiles_load > 0) {
      load_tile(load_stage, k_load);
      k_load += 32;
      --tiles_load;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    SUM;

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum + tiles + k;
}

__global__ void in_the_middle(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0, step = 32;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float),
                            (k + t < n) ? 0 : sizeof(float));
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  int k_load = k;
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (k_load < n) {
      load_tile(stage, k_load);
      k_load += step;
    }
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;

  while (k < n) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += step;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    k += step;
    SUM * k;

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum + k;
}
