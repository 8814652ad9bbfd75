// barrier, load, barrier, compute: the first barrier protects the tile from the
// loads of the next trip.
//

constexpr int BS = 16;

__global__ __launch_bounds__(BS *BS) void gemm(const float *__restrict__ a,
                                               const float *__restrict__ b,
                                               float *__restrict__ c, int m,
                                               int n, int k) {
  __shared__ float a_tile[BS][BS];
  __shared__ float b_tile[BS][BS];

  int i = blockIdx.y * BS + threadIdx.y;
  int j = blockIdx.x * BS + threadIdx.x;
  float value = 0.0f;

  // The next tile, in registers.
  float next_a_tile, next_b_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int kk) {
    if (i < m && kk + threadIdx.x < k) {
      next_a_tile = a[i * k + kk + threadIdx.x];
    } else {
      next_a_tile = 0.0f;
    }
    if (kk + threadIdx.y < k && j < n) {
      next_b_tile = b[(kk + threadIdx.y) * n + j];
    } else {
      next_b_tile = 0.0f;
    }
  };

  // Prologue: load the first tile.
  if (k > 0)
    fetch_tile(0);

  for (int kk = 0; kk < k; kk += BS) {
    __syncthreads();  // everybody is done with the previous tile

    a_tile[threadIdx.y][threadIdx.x] = next_a_tile;
    b_tile[threadIdx.y][threadIdx.x] = next_b_tile;

    __syncthreads();  // the tiles are complete

    // Prefetch the next tile while this one is computed.
    if (kk + BS < k)
      fetch_tile(kk + BS);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int l = 0; l < BS; ++l) {
      value += a_tile[threadIdx.y][l] * b_tile[l][threadIdx.x];
    }
  }

  if (i < m && j < n) {
    c[i * n + j] = value;
  }
}
