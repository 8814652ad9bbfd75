// An #if around the kernel's body, around statements of compute and inside one.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, on its way to shared memory.
  float tile_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    tile_reg = k + t < n ? A[k + t] : 0.0f;
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

#ifdef TRACE
    printf("%d values\n", n);
#endif
    for (int i = 0; i < 32; ++i)
#if !defined(SLOW)
      sum = fmaf(tile[i], 1.5f, sum);
#else
      sum += 1.5f;
#endif
#if 1
    sum *= 0.5f; // halves
#endif

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1;
  }

  out[t] = sum;
#else
  out[threadIdx.x] = 0.0f;
#endif
}
