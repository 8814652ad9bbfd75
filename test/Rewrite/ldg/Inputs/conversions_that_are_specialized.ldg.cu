// A conversion to the type of the tile that has a body for some types only. Which one
// is called, an instantiation in another file says; none of them does more than
// compute.
//

template <typename T> __device__ T made_of(float v);
template <> __device__ float made_of<float>(float v) { return v * 0.5f; }
template <> __device__ double made_of<double>(float v) { return v + 0.125; }

template <typename T>
__global__ void converts(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ T tile_stages[2][64];
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) { next_tile = A[k * 64 + threadIdx.x]; };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; ++k) {
    auto &tile = tile_stages[stage];
    tile[threadIdx.x] = made_of<T>(next_tile);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 1 < n)
      fetch_tile(k + 1);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (threadIdx.x + 1);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  C[threadIdx.x] = sum;
}
