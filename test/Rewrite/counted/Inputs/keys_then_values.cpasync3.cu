// Keys and values that a barrier each counts, or one barrier in two phases: one
// counts both, and the trip waits for both where it waited for the keys. The
// wait for the values goes, if nothing else needs it.
//

#include <cuda/barrier>
#include <utility>

#pragma nv_diag_suppress static_var_with_dynamic_init

using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void one_each(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  constexpr int STAGES = 3;
  __shared__ float keys_stages[STAGES][16], values_stages[STAGES][16];
  __shared__ barrier of_keys_stages[STAGES];
  const int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < STAGES; ++s)
      init(&of_keys_stages[s], blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];
    auto &of_keys = of_keys_stages[stage];
    if (t < 16)
      cuda::memcpy_async(&keys[t], &A[k + t], sizeof(float), of_keys);
    if (t < 16)
      cuda::memcpy_async(&values[t], &A[k + 16 + t], sizeof(float), of_keys);
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 32 < n)
      load_tile(stage, stage * 32);
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 32; // Kept ahead of k: fewer registers.

  for (int k = 0; k < n; k += 32) {
    auto &of_keys = of_keys_stages[stage];
    of_keys.arrive_and_wait();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += 32;
    }

    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];

    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}

__global__ void values_start_later(const float *__restrict__ A,
                                   float *__restrict__ out, int n) {
  constexpr int STAGES = 3;
  __shared__ float keys_stages[STAGES][16], values_stages[STAGES][16];
  __shared__ barrier of_keys_stages[STAGES];
  const int t = threadIdx.x;
  if (t == 0)
    for (int s = 0; s < STAGES; ++s)
      init(&of_keys_stages[s], blockDim.x);
  __syncthreads();
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];
    auto &of_keys = of_keys_stages[stage];
    if (t < 16)
      cuda::memcpy_async(&keys[t], &A[k + t], sizeof(float), of_keys);
    if (t < 16)
      cuda::memcpy_async(&values[t], &A[k + 16 + t], sizeof(float), of_keys);
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 32 < n)
      load_tile(stage, stage * 32);
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 32; // Kept ahead of k: fewer registers.

  for (int k = 0; k < n; k += 32) {
    auto &of_keys = of_keys_stages[stage];
    of_keys.arrive_and_wait();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += 32;
    }

    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];

    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}

__global__ void two_phases(const float *__restrict__ A, float *__restrict__ out,
                           int n) {
  constexpr int STAGES = 3;
  __shared__ float keys_stages[STAGES][16], values_stages[STAGES][16];
  __shared__ barrier bar_stages[STAGES];
  const int t = threadIdx.x;
  if (t == 0)
    for (int s = 0; s < STAGES; ++s)
      init(&bar_stages[s], blockDim.x);
  __syncthreads();
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];
    auto &bar = bar_stages[stage];
    if (t < 16)
      cuda::memcpy_async(&keys[t], &A[k + t], sizeof(float), bar);
    if (t < 16)
      cuda::memcpy_async(&values[t], &A[k + 16 + t], sizeof(float), bar);
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 32 < n)
      load_tile(stage, stage * 32);
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 32; // Kept ahead of k: fewer registers.

  for (int k = 0; k < n; k += 32) {
    auto &bar = bar_stages[stage];
    bar.arrive_and_wait();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += 32;
    }

    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];

    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}

// The scores are for all: their barrier stays.
__global__ void with_scratch(const float *__restrict__ A,
                             float *__restrict__ out, int n) {
  constexpr int STAGES = 3;
  __shared__ float keys_stages[STAGES][16], values_stages[STAGES][16],
      scores[32];
  __shared__ barrier of_keys_stages[STAGES];
  const int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < STAGES; ++s)
      init(&of_keys_stages[s], blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];
    auto &of_keys = of_keys_stages[stage];
    if (t < 16) {
      cuda::memcpy_async(&keys[t], &A[k + t], sizeof(float), of_keys);
      cuda::memcpy_async(&values[t], &A[k + 16 + t], sizeof(float), of_keys);
    }
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 32 < n)
      load_tile(stage, stage * 32);
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 32; // Kept ahead of k: fewer registers.

  for (int k = 0; k < n; k += 32) {
    auto &of_keys = of_keys_stages[stage];
    of_keys.arrive_and_wait();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += 32;
    }

    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];

    scores[t] = keys[t % 16] * (t + 1);
    of_keys.arrive_and_wait();
    for (int i = 0; i < 16; ++i)
      sum += scores[31 - i] * values[i];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}

__global__ void by_tokens(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  constexpr int STAGES = 3;
  __shared__ float keys_stages[STAGES][16], values_stages[STAGES][16];
  __shared__ barrier of_keys_stages[STAGES];
  const int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < STAGES; ++s)
      init(&of_keys_stages[s], blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];
    auto &of_keys = of_keys_stages[stage];
    if (t < 16)
      cuda::memcpy_async(&keys[t], &A[k + t], sizeof(float), of_keys);
    if (t < 16)
      cuda::memcpy_async(&values[t], &A[k + 16 + t], sizeof(float), of_keys);
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 32 < n)
      load_tile(stage, stage * 32);
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 32; // Kept ahead of k: fewer registers.

  for (int k = 0; k < n; k += 32) {
    auto &of_keys = of_keys_stages[stage];
    of_keys.arrive_and_wait();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += 32;
    }

    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];

    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}

__global__ void by_parity(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  constexpr int STAGES = 3;
  __shared__ float keys_stages[STAGES][16], values_stages[STAGES][16];
  __shared__ barrier of_keys_stages[STAGES];
  const int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < STAGES; ++s)
      init(&of_keys_stages[s], blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];
    auto &of_keys = of_keys_stages[stage];
    if (t < 16) {
      cuda::memcpy_async(&keys[t], &A[k + t], sizeof(float), of_keys);
      cuda::memcpy_async(&values[t], &A[k + 16 + t], sizeof(float), of_keys);
    }
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 32 < n)
      load_tile(stage, stage * 32);
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 32; // Kept ahead of k: fewer registers.

  for (int k = 0; k < n; k += 32) {
    auto &of_keys = of_keys_stages[stage];
    of_keys.arrive_and_wait();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += 32;
    }

    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];

    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}

__global__ void by_number(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  constexpr int STAGES = 3;
  __shared__ float keys_stages[STAGES][16], values_stages[STAGES][16];
  __shared__ barrier of_keys_stages[STAGES];
  const int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < STAGES; ++s)
      init(&of_keys_stages[s], blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int trip) {
    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];
    auto &of_keys = of_keys_stages[stage];
    if (t < 16) {
      cuda::memcpy_async(&keys[t], &A[trip * 32 + t], sizeof(float), of_keys);
      cuda::memcpy_async(&values[t], &A[trip * 32 + 16 + t], sizeof(float),
                         of_keys);
    }
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  const int num_tiles = n / 32;
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage < num_tiles)
      load_tile(stage, stage);
  }
  int stage = 0, load_stage = STAGES - 1;
  int trip_load = STAGES - 1; // Kept ahead of trip: fewer registers.

  for (int trip = 0; trip < num_tiles; ++trip) {
    auto &of_keys = of_keys_stages[stage];
    of_keys.arrive_and_wait();

    // Prefetch the tile two trips ahead while this one is computed.
    if (trip_load < num_tiles) {
      load_tile(load_stage, trip_load);
      ++trip_load;
    }

    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];

    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}

// One barrier counts, the other one keeps the next copies from the tile.
__global__ void copied_and_read(const float *__restrict__ A,
                                float *__restrict__ out, int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][32];
  __shared__ barrier copied_stages[STAGES];
  const int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < STAGES; ++s)
      init(&copied_stages[s], blockDim.x);
  }
  __syncthreads();
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    auto &copied = copied_stages[stage];
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), copied);
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 32 < n)
      load_tile(stage, stage * 32);
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 32; // Kept ahead of k: fewer registers.

  for (int k = 0; k < n; k += 32) {
    auto &copied = copied_stages[stage];
    copied.arrive_and_wait();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += 32;
    }

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}
