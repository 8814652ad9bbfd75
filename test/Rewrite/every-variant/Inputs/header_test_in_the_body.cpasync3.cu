// Loops that test at the end, where the first trip is made whatever the test
// says, and loops without a condition, whose test is the first or the last
// statement of the body.
//

#include <cuda_pipeline.h>

__global__ void at_the_end(const float *__restrict__ A,
                           float *__restrict__ out, int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float), (k + t < n) ? 0 : sizeof(float));
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  int k_load = k;
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage == 0 || k_load < n) {
      load_tile(stage, k_load);
      k_load += 32;
    }
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;

  do {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += 32;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    k += 32;

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  } while (k < n);
  out[t] = sum + k;
}

__global__ void last(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int tile_index = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int tile_index) {
    auto &tile = tile_stages[stage];
    int k = tile_index * 32 + t;
    __pipeline_memcpy_async(&tile[t], &A[k], sizeof(float), (k < n) ? 0 : sizeof(float));
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  int tile_index_load = tile_index;
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage == 0 || tile_index_load * 32 < n) {
      load_tile(stage, tile_index_load);
      ++tile_index_load;
    }
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;

  while (true) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (tile_index_load * 32 < n) {
      load_tile(load_stage, tile_index_load);
      ++tile_index_load;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    ++tile_index;

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;

    // All of them?
    if (tile_index * 32 >= n)
      break;
  }
  out[t] = sum + tile_index;
}

__global__ void first(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float), (k + t < n) ? 0 : sizeof(float));
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  int k_load = 0;
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (k_load < n) {
      load_tile(stage, k_load);
      k_load += 32;
    }
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;

  for (int k = 0;; k += 32) {
    if (k >= n) {
      break; // no tile left
    }
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += 32;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}

__global__ void negated(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float), (k + t < n) ? 0 : sizeof(float));
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  int k_load = k;
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage == 0 || k_load < n && k_load < 128) {
      load_tile(stage, k_load);
      k_load += 32;
    }
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;

  for (;;) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n && k_load < 128) {
      load_tile(load_stage, k_load);
      k_load += 32;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    k += 32;

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
    if (!(k < n && k < 128))
      break;
  }
  out[t] = sum;
}

__global__ void floats(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][32];
  const int t = threadIdx.x;
  float sum = 0.0f, left = n;
  int k = 0;

  // Starts the copy of one tile into a stage, and moves k on.
  auto load_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float), (k + t < n) ? 0 : sizeof(float));
    k += 32;
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  float left_load = left;
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (!(left_load <= 0.0f)) {
      load_tile(stage);
      left_load -= 32.0f;
    }
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;

  do {
    if (left <= 0.0f)
      break;
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (!(left_load <= 0.0f)) {
      load_tile(load_stage);
      left_load -= 32.0f;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    left -= 32.0f;

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  } while (true);
  out[t] = sum;
}
