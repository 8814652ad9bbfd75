// Macros that are one statement each, with its semicolon: they move as they are.
//

#define FETCH(to, from) to = from;
#define STORE(to, from) /* in shared memory */ \
  to = from;
#define SYNC __syncthreads();
#define TILE 32

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile_stages[2][TILE];
  const int t = threadIdx.x;
  float sum = 0.0f, a;

  // The next tile, in registers.
  float next_a;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    auto &a = next_a;
    FETCH(a, k + t < n ? A[k + t] : 0.0f) // nothing behind the end
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += TILE) {
    auto &tile = tile_stages[stage];
    {
      auto &a = next_a;
      tile[t] = a;
    }
    SYNC

    // Prefetch the next tile while this one is computed.
    if (k + TILE < n)
      fetch_tile(k + TILE);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    FETCH(a, sum * 0.5f)
    for (int i = 0; i < TILE; ++i)
      a = a * 0.5f + tile[i ^ t];
    STORE(sum, a);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }

  out[t] = sum;
}
