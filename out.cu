struct Plain { typedef float type; };
template <typename L>
__global__ void r1(const float *__restrict__ A, float *__restrict__ C, int K, L load) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;

  // The next tile, on its way to shared memory.
  float tile_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    tile_reg = load(A, k + t);
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&] {
    tile[t] = tile_reg;
  };

  // Prologue: the first tile.
  {
    int k = 0;
    if (k < K) {
      fetch_tile(k);
      store_tile();
    }
  }

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  for (int k = 0; k < K; k += 64) {
    __syncthreads();

    // Fetch the next tile while this one is computed.
    const int k_next = k + 64;
    const bool has_next = k_next < K;
    if (has_next)
      fetch_tile(k_next);
    __syncwarp(); // Keeps the loads in front of the math.

    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);

    __syncthreads();
    if (has_next)
      store_tile();
  }
  C[t] = sum;
}
struct L1 { __device__ float operator()(const float *A, int i) const { return A[i]; } };
struct L2 { __device__ float operator()(const float *A, int i) const { return A[i] * 2; } };
template __global__ void r1(const float *, float *, int, L1);
template __global__ void r1(const float *, float *, int, L2);
template <typename T> __device__ float widen(const T *A, int i) { return A[i]; }
template <> __device__ float widen(const float *A, int i) { return A[i + 1] * 2; }
template <typename T>
__global__ void r2(const T *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;

  // The next tile, on its way to shared memory.
  float tile_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    tile_reg = widen(A, k + t);
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&] {
    tile[t] = tile_reg;
  };

  // Prologue: the first tile.
  {
    int k = 0;
    if (k < K) {
      fetch_tile(k);
      store_tile();
    }
  }

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  for (int k = 0; k < K; k += 64) {
    __syncthreads();

    // Fetch the next tile while this one is computed.
    const int k_next = k + 64;
    const bool has_next = k_next < K;
    if (has_next)
      fetch_tile(k_next);
    __syncwarp(); // Keeps the loads in front of the math.

    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);

    __syncthreads();
    if (has_next)
      store_tile();
  }
  C[t] = sum;
}
template __global__ void r2(const float *, float *, int);
template __global__ void r2(const int *, float *, int);
template <int N>
__global__ void r3(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[N];
  const int t = threadIdx.x;
  float sum = 0;

  // The next tile, on its way to shared memory.
  float tile_reg;
  float tile_reg2;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    tile_reg = A[k + t % N];
    if (N > 64)
      tile_reg2 = A[k + 64 + t % N];
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&] {
    tile[t % N] = tile_reg;
    if (N > 64)
      tile[64 + t % N] = tile_reg2;
  };

  // Prologue: the first tile.
  {
    int k = 0;
    if (k < K) {
      fetch_tile(k);
      store_tile();
    }
  }

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  for (int k = 0; k < K; k += 64) {
    __syncthreads();

    // Fetch the next tile while this one is computed.
    const int k_next = k + 64;
    const bool has_next = k_next < K;
    if (has_next)
      fetch_tile(k_next);
    __syncwarp(); // Keeps the loads in front of the math.

    for (int i = 0; i < N; ++i)
      sum += tile[i] * (t + 1);

    __syncthreads();
    if (has_next)
      store_tile();
  }
  C[t] = sum;
}
template __global__ void r3<64>(const float *, float *, int);
template __global__ void r3<128>(const float *, float *, int);
template <typename P>
__global__ void r4(P A, double *__restrict__ C, int K) {
  __shared__ double tile[64];
  const int t = threadIdx.x;
  double sum = 0;

  // The next tile, on its way to shared memory.
  double tile_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    tile_reg = A.at(k + t);
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&] {
    tile[t] = tile_reg;
  };

  // Prologue: the first tile.
  {
    int k = 0;
    if (k < K) {
      fetch_tile(k);
      store_tile();
    }
  }

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  for (int k = 0; k < K; k += 64) {
    __syncthreads();

    // Fetch the next tile while this one is computed.
    const int k_next = k + 64;
    const bool has_next = k_next < K;
    if (has_next)
      fetch_tile(k_next);
    __syncwarp(); // Keeps the loads in front of the math.

    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);

    __syncthreads();
    if (has_next)
      store_tile();
  }
  C[t] = sum;
}
template <typename T> struct View { const T *p; __device__ T at(int i) const { return p[i]; } };
template __global__ void r4(View<float>, double *, int);
template __global__ void r4(View<double>, double *, int);
