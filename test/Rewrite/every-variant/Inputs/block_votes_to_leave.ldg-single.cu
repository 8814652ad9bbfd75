// A block that leaves its loop by a vote at the top of the trip: the vote is the
// one barrier of the trip, all copies have landed in front of it.
//

__global__ void by_count(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile[32];
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
  auto store_tile = [&] {
    tile[t] = next_tile;
  };

  // Prologue: the first tile.
  if (n > 0) {
    fetch_tile(0);
    store_tile();
  }

  for (int k = 0; k < n; k += 32) {
    // Everybody has seen enough.
    if (__syncthreads_count(done) == 32)
      break;

    // Prefetch the next tile while this one is computed.
    const bool has_next = k + 32 < n;
    if (has_next)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; !done && i < 32; ++i) {
      sum += tile[i] * (i + t);
      done = sum > 400.0f + t;
    }

    __syncthreads();
    if (has_next)
      store_tile();
  }
  out[t] = sum;
}

__global__ void by_named_count(const float *__restrict__ A,
                               float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  bool done = n % 2;
  int k = 0;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_tile = k + t < n ? A[k + t] : 0.0f;
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&] {
    tile[t] = next_tile;
  };

  // Prologue: the first tile.
  if (k < n) {
    fetch_tile(k);
    store_tile();
  }

  for (; k < n; k += 32) {
    // End if the entire block votes that it is done.
    if (__syncthreads_count(done) == blockDim.x)
      break;

    // Prefetch the next tile while this one is computed.
    const bool has_next = k + 32 < n;
    if (has_next)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    sum += tile[31 - t] * t;
    done = k > 32 * (t % 4);

    __syncthreads();
    if (has_next)
      store_tile();
  }
  out[t] = sum + k;
}

__global__ void by_and(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *from = A + t;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers, and moves from on.
  auto fetch_tile = [&](int k) {
    next_tile = k + t < n ? *from : 0.0f;
    from += 32;
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&] {
    tile[t] = next_tile;
  };

  // Prologue: the first tile.
  if (n > 0) {
    fetch_tile(0);
    store_tile();
  }

  for (int k = 0; k < n; k += 32) {
    if (__syncthreads_and(sum > 20.0f * t)) {
      break;
    }

    // Prefetch the next tile while this one is computed.
    const bool has_next = k + 32 < n;
    if (has_next)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);

    __syncthreads();
    if (has_next)
      store_tile();
  }
  out[t] = sum;
}

__global__ void by_or(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int round = 0; round < 3; ++round) {
    bool active = true;

    // The next tile, in registers.
    float next_tile;

    // Loads one tile into registers.
    auto fetch_tile = [&](int k) {
      next_tile = k + t < n ? A[k + t] : 0.0f;
    };

    // Stores the loaded tile to shared memory.
    auto store_tile = [&] {
      tile[t] = next_tile;
    };

    // What was read and written so far is settled before the first load.
    __syncthreads();

    // Prologue: the first tile.
    if (n > 0) {
      fetch_tile(0);
      store_tile();
    }

    for (int k = 0; k < n; k += 32) {
      if (!__syncthreads_or(active))
        break;

      // Prefetch the next tile while this one is computed.
      const bool has_next = k + 32 < n;
      if (has_next)
        fetch_tile(k + 32);
      __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

      const float other = tile[31 - t];
      sum += other * t;
      active = k < 32 * (t % 3 + round);

      __syncthreads();
      if (has_next)
        store_tile();
    }
    sum *= 0.5f;
  }
  out[t] = sum;
}

// Two more barriers, and a scratch array beside the tile.
__global__ void beside_the_tile(const float *__restrict__ A,
                                float *__restrict__ out, int n) {
  __shared__ float tile[32], last[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_tile = k + t < n ? A[k + t] : 0.0f;
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&] {
    tile[t] = next_tile;
  };

  // Prologue: the first tile.
  if (n > 0) {
    fetch_tile(0);
    store_tile();
  }

  for (int k = 0; k < n; k += 32) {
    if (__syncthreads_and(sum > 60.0f))
      break;

    // Prefetch the next tile while this one is computed.
    const bool has_next = k + 32 < n;
    if (has_next)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    last[t] = tile[31 - t] * t;
    __syncthreads();
    sum += last[t ^ 1];
    __syncthreads();

    __syncthreads();
    if (has_next)
      store_tile();
  }
  out[t] = sum;
}
