// Behind the last barrier of a trip, each thread leaves out what it likes: that
// is an `if` around the rest. Of several, each.
//

__global__ void by_thread(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  const bool idle = t % 5 < 2;
  float sum = 0.0f;

  // The next tile, on its way to shared memory.
  float tile_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    tile_reg = A[k + t];
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    tile[t] = tile_reg;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  {
    int k = 0;
    if (k < n) {
      fetch_tile(k);
      store_tile(stage);
    }
  }

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  for (int k = 0; k < n; k += 32) {
    __syncthreads();

    // The next tile travels while this one is computed.
    const int k_next = k + 32;
    const bool has_next = k_next < n;
    if (has_next)
      fetch_tile(k_next);
    __syncwarp(); // Keeps the loads in front of the math.

    auto &tile = tile_stages[stage];

    if (!idle) {
      // Compute.
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (i + t);
    }

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1;
  }
  out[t] = sum;
}

__global__ void twice(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, on its way to shared memory.
  float tile_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    tile_reg = A[k + t];
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    tile[t] = tile_reg;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  {
    int k = 0;
    if (k < n) {
      fetch_tile(k);
      store_tile(stage);
    }
  }

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  for (int k = 0; k < n; k += 32) {
    __syncthreads();

    // The next tile travels while this one is computed.
    const int k_next = k + 32;
    const bool has_next = k_next < n;
    if (has_next)
      fetch_tile(k_next);
    __syncwarp(); // Keeps the loads in front of the math.

    auto &tile = tile_stages[stage];

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

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1;
  }
  out[t] = sum;
}

__global__ void with_the_block(const float *__restrict__ A,
                               float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, on its way to shared memory.
  float tile_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    const bool skipped2 = k == 64;
    if (!skipped2) {
      tile_reg = A[k + t];
    }
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    const bool skipped2 = k == 64;
    if (!skipped2) {
      tile[t] = tile_reg;
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  {
    int k = 0;
    if (k < n) {
      fetch_tile(k);
      store_tile(stage, k);
    }
  }

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  for (int k = 0; k < n; k += 32) {
    __syncthreads();

    // The next tile travels while this one is computed.
    const int k_next = k + 32;
    const bool has_next = k_next < n;
    if (has_next)
      fetch_tile(k_next);
    __syncwarp(); // Keeps the loads in front of the math.

    auto &tile = tile_stages[stage];

    const bool skipped2 = k == 64;
    if (!skipped2) {
      const bool skipped = t > 20;
      if (!skipped) {
        sum += tile[31 - t];
      }
    }

    if (has_next)
      store_tile(stage ^ 1, k_next);
    stage ^= 1;
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
    // The next tile, on its way to shared memory.
    float tile_reg;

    // Loads one tile into registers.
    auto fetch_tile = [&](int k) {
      tile_reg = A[k + t];
    };

    // Stores the loaded tile to shared memory.
    auto store_tile = [&](int stage) {
      auto &tile = tile_stages[stage];
      tile[t] = tile_reg;
    };

    // Prologue: the first tile into stage 0.
    int stage = 0;
    fetch_tile(k);
    store_tile(stage);

    // Main loop. Its last trip, with no tile left to load, is the epilogue.
    do {
      __syncthreads();

      // The next tile travels while this one is computed.
      const int k_next = k + 32;
      const bool has_next = k_next < n;
      if (has_next)
        fetch_tile(k_next);
      __syncwarp(); // Keeps the loads in front of the math.

      auto &tile = tile_stages[stage];

      k += 32;
      const bool skipped = t > 20;
      if (!skipped) {
        sum += tile[31 - t];
      }

      if (has_next)
        store_tile(stage ^ 1);
      stage ^= 1;
    } while (k < n);
  }
  out[t] = sum;
}
