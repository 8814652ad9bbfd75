// A shared array of a class whose constructor would fill it. nvcc runs none, so that
// where the declaration stands in the loop, nothing is stored there in a trip. Clang
// refuses such variables: we read them as nvcc does, in templates and instances too.
//

struct Vec3 {
  float x, y, z;
  __host__ __device__ constexpr Vec3(float x = 0, float y = 0, float z = 0)
      : x(x), y(y), z(z) {}
};

__global__ void in_the_loop(const Vec3 *__restrict__ A, float *__restrict__ C, int n) {
  float sum = 0.0f;

  __shared__ Vec3 tile_stages[2][64];

  // The next tile, in registers.
  Vec3 next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) { next_tile = A[k * 64 + threadIdx.x]; };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; ++k) {
    auto &tile = tile_stages[stage];
    tile[threadIdx.x] = next_tile;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 1 < n)
      fetch_tile(k + 1);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 64; ++i)
      sum += tile[i].x + tile[i].y * tile[i].z * (threadIdx.x + 1);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  C[threadIdx.x] = sum;
}

template <typename Point, int N>
__global__ void of_a_template(const Point *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ Point tile_stages[2][N];
  float sum = 0.0f;

  // The next tile, in registers.
  Point next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) { next_tile = A[k * N + threadIdx.x]; };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; ++k) {
    auto &tile = tile_stages[stage];
    tile[threadIdx.x] = next_tile;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 1 < n)
      fetch_tile(k + 1);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < N; ++i)
      sum += tile[i].x + tile[i].y * tile[i].z * (threadIdx.x + 1);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  C[threadIdx.x] = sum;
}
template __global__ void of_a_template<Vec3, 64>(const Vec3 *, float *, int);
