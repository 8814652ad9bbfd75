// A block that leaves its loop by a vote at the end of the trip: the vote stays there,
// and what is under way in registers is forgotten.
//

__global__ void by_count(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  bool done = false;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_tile = k + t < n ? A[k + t] : 0.0f;
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    tile[t] = next_tile;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0) {
    fetch_tile(0);
    store_tile(stage);
  }

  for (int k = 0; k < n; k += 32) {
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const bool has_next = k + 32 < n;
    if (has_next)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    auto &tile = tile_stages[stage];

    for (int i = 0; !done && i < 32; ++i) {
      sum += tile[i] * (i + t);
      done = sum > 400.0f + t;
    }
    // Everybody has seen enough.
    if (__syncthreads_count(done) >= 32) {
      break;
    }

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

// The counter is asked for behind the loop, and a load has a cursor of its own.
__global__ void by_and(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *from = A + t;
  int k = 0;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers, and moves from on.
  auto fetch_tile = [&](int k) {
    next_tile = k + t < n ? *from : 0.0f;
    from += 32;
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    tile[t] = next_tile;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (k < n) {
    fetch_tile(k);
    store_tile(stage);
  }

  for (; k < n; k += 32) {
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const bool has_next = k + 32 < n;
    if (has_next)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    if (__syncthreads_and(sum > 20.0f * t))
      break;

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum + k;
}

// In the first trip.
__global__ void at_once(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_tile = k + t < n ? A[k + t] : 0.0f;
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    tile[t] = next_tile;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0) {
    fetch_tile(0);
    store_tile(stage);
  }

  for (int k = 0; k < n; k += 32) {
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const bool has_next = k + 32 < n;
    if (has_next)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    auto &tile = tile_stages[stage];

    sum += tile[31 - t] * t;
    if (!__syncthreads_or(k < 0))
      break;

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void in_rounds(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int round = 0; round < 3; ++round) {
    // The next tile, in registers.
    float next_tile;

    // Loads one tile into registers.
    auto fetch_tile = [&](int k) {
      next_tile = k + t < n ? A[k + t] : 0.0f;
    };

    // Stores the loaded tile to shared memory.
    auto store_tile = [&](int stage) {
      auto &tile = tile_stages[stage];
      tile[t] = next_tile;
    };

    // Prologue: the first tile into stage 0.
    int stage = 0;
    if (n > 0) {
      fetch_tile(0);
      store_tile(stage);
    }

    for (int k = 0; k < n; k += 32) {
      __syncthreads();

      // Prefetch the next tile while this one is computed.
      const bool has_next = k + 32 < n;
      if (has_next)
        fetch_tile(k + 32);
      __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

      auto &tile = tile_stages[stage];

      const float other = tile[31 - t];
      sum += other * t;
      if (!__syncthreads_or(k < 32 * (t % 3 + round)))
        break;

      if (has_next)
        store_tile(stage ^ 1);
      stage ^= 1; // This one is free from the next barrier on.
    }
    sum *= 0.5f;
  }
  out[t] = sum;
}

// One more barrier, and a scratch array beside the tile.
__global__ void beside_the_tile(const float *__restrict__ A,
                                float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32], last[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_tile = k + t < n ? A[k + t] : 0.0f;
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    tile[t] = next_tile;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0) {
    fetch_tile(0);
    store_tile(stage);
  }

  for (int k = 0; k < n; k += 32) {
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const bool has_next = k + 32 < n;
    if (has_next)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    auto &tile = tile_stages[stage];

    last[t] = tile[31 - t] * t;
    __syncthreads();
    sum += last[t ^ 1];
    if (__syncthreads_and(sum > 60.0f))
      break;

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}
