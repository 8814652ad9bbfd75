// What is loaded is reached through objects: by member functions and operators,
// by what a constructor was given, by structs that functions put together, by
// lambdas that return pointers.
//

struct Row {
  const float *data;
  int length;
  __device__ float at(int i) const { return i < length ? data[i] : 0.0f; }
};

__global__ void members(const float *A, float *out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  Row row = {A, n};
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_tile = row.at(k + t);
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (row.length > 0)
    fetch_tile(0);

  for (int k = 0; k < row.length; k += 32) {
    auto &tile = tile_stages[stage];
    tile[t] = next_tile;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < row.length)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}

template <typename T> struct View {
  T *data;
  __device__ T &operator[](int i) const { return data[i]; }
};

__global__ void views(const float *A, float *out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  View<const float> from = {A};
  View<float> to = {out};
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_tile = from[k + t];
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

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  to[t] = sum;
}

class Source {
public:
  __device__ Source(const float *data, int lane) : data_(data + lane) {}
  __device__ float load(int k) const { return data_[k]; }

private:
  const float *data_;
};

__global__ void constructed(const float *A, float *out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  Source source(A, t);
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_tile = source.load(k);
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

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}

__device__ Row part(Row all, int start) {
  Row row;
  row.length = all.length - start;
  row.data = all.data + start;
  return row;
}
__device__ float get(const Row &row, int i) { return row.data[i]; }

__global__ void parts(const float *A, float *out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  Row all{A, n};
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    Row here = part(all, k);
    next_tile = get(here, t);
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

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}

__global__ void lambdas(const float *A, float *out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  auto tile_at = [&](int k) { return A + k; };
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_tile = tile_at(k)[t];
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

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}

__global__ void copies(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  const Row first = {A, n};
  const Row row = first;
  out[t] = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_tile = row.data[k + t];
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

    for (int i = 0; i < 32; ++i)
      out[t] = tile[i] * (i + t);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
}
