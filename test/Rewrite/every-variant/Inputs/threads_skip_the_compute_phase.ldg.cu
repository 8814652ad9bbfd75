// Behind the last barrier of a trip, each thread leaves out what it likes: that
// is an `if` around the rest. Of several, each.
//

__global__ void by_thread(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  const bool idle = t % 5 < 2;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_tile = A[k + t];
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 32) {
    auto &tile = tile_stages[stage];
    tile[t] = next_tile;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    if (!idle) {
      // Compute.
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (i + t);
    }

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}

__global__ void twice(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_tile = A[k + t];
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 32) {
    auto &tile = tile_stages[stage];
    tile[t] = next_tile;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    sum += tile[31 - t];
    const bool skipped2 = t % 3 == 1;
    if (!skipped2) {
      float most = 0.0f;
#pragma unroll
      for (int i = 0; i < 32; ++i)
        most = max(most, tile[i]);
      const bool skipped = most < tile[t] * 1.25f; // it is one of the largest
      if (!skipped) {
        sum += most;
      }
    }

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}

__global__ void with_the_block(const float *__restrict__ A,
                               float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    const bool skipped2 = k == 64;
    if (!skipped2) {
      next_tile = A[k + t];
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 32) {
    auto &tile = tile_stages[stage];

    const bool skipped2 = k == 64;

    if (!skipped2) {
      tile[t] = next_tile;
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    if (!skipped2) {
      const bool skipped = t > 20;
      if (!skipped) {
        sum += tile[31 - t];
      }
    }

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}

__global__ void in_a_do_while(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;
  if (n > 0) {
    // The next tile, in registers.
    float next_tile;

    // Loads one tile into registers.
    auto fetch_tile = [&](int k) {
      next_tile = A[k + t];
    };

    // Prologue: load the first tile.
    int stage = 0;
    fetch_tile(k);

    do {
      auto &tile = tile_stages[stage];
      tile[t] = next_tile;
      __syncthreads();

      // Prefetch the next tile while this one is computed.
      if (k + 32 < n)
        fetch_tile(k + 32);
      __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

      k += 32;
      const bool skipped = t > 20;
      if (!skipped) {
        sum += tile[31 - t];
      }

      stage ^= 1; // The other is free: all who read it are past the barrier.
    } while (k < n);
  }
  out[t] = sum;
}
