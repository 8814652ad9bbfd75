// A block that leaves its loop by a vote at the top of the trip: the vote is the
// one barrier of the trip, all copies have landed in front of it.
//

#include <cuda_pipeline.h>

__global__ void by_count(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  bool done = false;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float),
                            (k + t < n) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < n; k += 32) {
    __pipeline_wait_prior(0);
    // Everybody has seen enough.
    if (__syncthreads_count(done) == 32)
      break;

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; !done && i < 32; ++i) {
      sum += tile[i] * (i + t);
      done = sum > 400.0f + t;
    }

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void by_named_count(const float *__restrict__ A,
                               float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  bool done = n % 2;
  int k = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float),
                            (k + t < n) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (k < n)
    load_tile(stage, k);
  __pipeline_commit();

  for (; k < n; k += 32) {
    __pipeline_wait_prior(0);
    // End if the entire block votes that it is done.
    if (__syncthreads_count(done) == blockDim.x)
      break;

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    sum += tile[31 - t] * t;
    done = k > 32 * (t % 4);

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum + k;
}

__global__ void by_and(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *from = A + t;

  // Starts the copy of one tile into a stage, and moves from on.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], from, sizeof(float),
                            (k + t < n) ? 0 : sizeof(float));
    from += 32;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < n; k += 32) {
    __pipeline_wait_prior(0);
    if (__syncthreads_and(sum > 20.0f * t)) {
      break;
    }

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void by_or(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int round = 0; round < 3; ++round) {
    bool active = true;

    // Starts the copy of one tile into a stage.
    auto load_tile = [&](int stage, int k) {
      auto &tile = tile_stages[stage];
      __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float),
                              (k + t < n) ? 0 : sizeof(float));
    };

    // What was read and written so far is settled before the first load.
    __syncthreads();

    // Prologue: the first tile into stage 0.
    int stage = 0;
    if (n > 0)
      load_tile(stage, 0);
    __pipeline_commit();

    for (int k = 0; k < n; k += 32) {
      __pipeline_wait_prior(0);
      if (!__syncthreads_or(active))
        break;

      // Prefetch the next tile while this one is computed.
      if (k + 32 < n)
        load_tile(stage ^ 1, k + 32);
      __pipeline_commit();

      auto &tile = tile_stages[stage];

      const float other = tile[31 - t];
      sum += other * t;
      active = k < 32 * (t % 3 + round);

      stage ^= 1; // This one is free from the next barrier on.
    }
    sum *= 0.5f;
  }
  out[t] = sum;
}

// Two more barriers, and a scratch array beside the tile.
__global__ void beside_the_tile(const float *__restrict__ A,
                                float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32], last[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float),
                            (k + t < n) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < n; k += 32) {
    __pipeline_wait_prior(0);
    if (__syncthreads_and(sum > 60.0f))
      break;

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    last[t] = tile[31 - t] * t;
    __syncthreads();
    sum += last[t ^ 1];
    __syncthreads();

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}
