// What a trip reads for load and compute behind the continue must not be read
// where the trip is skipped: it would lie outside of the array. Each part reads
// it. What cannot fail is worked out in every trip.
//

struct Pair {
  float first, second;
};

__global__ void reads(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    const bool skipped = k + 32 >= n || k == 32; // has none behind it
    if (!skipped) {
      const Pair next = {A[k + 32], A[k + 33]};
      next_tile = next.second > 0.0f ? A[k + 32 + t] : 0.0f;
    }
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    const bool skipped = k + 32 >= n || k == 32;
    if (!skipped) {
      tile[t] = next_tile;
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0) {
    fetch_tile(0);
    store_tile(stage, 0);
  }

  for (int k = 0; k < n; k += 32) {
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const int k_next = k + 32;
    const bool has_next = k_next < n;
    if (has_next)
      fetch_tile(k_next);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    auto &tile = tile_stages[stage];

    const bool skipped = k + 32 >= n || k == 32; // has none behind it
    const float &own = A[k + 34];
    if (!skipped) {
      const Pair next = {A[k + 32], A[k + 33]};
      const float weight = next.first * 0.5f;
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (i + t) * weight + own;
      sum += next.second;
    }

    if (has_next)
      store_tile(stage ^ 1, k_next);
    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void divides(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    const int by = k % 96;
    const bool skipped = by == 0;
    if (!skipped) {
      const int part = 32 / by;
      next_tile = A[k + (t + part) % 32];
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 32) {
    auto &tile = tile_stages[stage];

    const int by = k % 96;
    const bool skipped = by == 0;

    if (!skipped) {
      tile[t] = next_tile;
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    if (!skipped) {
      const int part = 32 / by;
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (i + t) * part;
    }

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}

__global__ void short_rows(const float *__restrict__ A, float *__restrict__ out,
                           int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    const int count = min(n - k, 32);
    const bool skipped = k % 64 == 32;
    if (!skipped) {
      if (t < count)
        next_tile = A[k + t];
    }
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    const int count = min(n - k, 32);
    const bool skipped = k % 64 == 32;
    if (!skipped) {
      if (t < count)
        tile[t] = next_tile;
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0) {
    fetch_tile(0);
    store_tile(stage, 0);
  }

  for (int k = 0; k < n; k += 32) {
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const int k_next = k + 32;
    const bool has_next = k_next < n;
    if (has_next)
      fetch_tile(k_next);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    auto &tile = tile_stages[stage];

    const int count = min(n - k, 32);
    const bool skipped = k % 64 == 32;
    const float share = 1.0f / count;
    if (!skipped) {
      float part = 0.0f;
      for (int i = 0; i < count; ++i)
        part += tile[i] * (i + t);
      sum += part * share;
    }

    if (has_next)
      store_tile(stage ^ 1, k_next);
    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}
