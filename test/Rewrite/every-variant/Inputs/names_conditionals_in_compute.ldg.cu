// An #if around the kernel's body, around statements of compute and inside one.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_tile = k + t < n ? A[k + t] : 0.0f;
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

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }

  out[t] = sum;
#else
  out[threadIdx.x] = 0.0f;
#endif
}
