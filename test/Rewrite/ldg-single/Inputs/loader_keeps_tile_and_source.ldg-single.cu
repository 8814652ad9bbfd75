// An object keeps where a thread reads and where it stores, as libraries of sparse matrices have
// them: what is read through one member is no use of the tile that the other leads to.
//

struct Ends {
  const float *values_;
  float *base_;
};

__global__ void walk(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile_array[32];
  float *tile = tile_array;
  Ends s = {A + threadIdx.x, tile + threadIdx.x};
  float sum = 0;

  // The next tile, in registers.
  float next_tile_array;

  // Loads one tile into registers.
  auto fetch_tile = [&] { next_tile_array = __ldg(s.values_); };

  // Prologue: load the first tile.
  if (n >= 32)
    fetch_tile();

  for (; n >= 32; n -= 32) {
    s.base_[0] = next_tile_array;
    s.values_ += 32;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (n - 32 >= 32)
      fetch_tile();
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + threadIdx.x);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

template <typename Value, int Items, int Width> struct Loader {
  __device__ Loader(int columns, int t, const float *__restrict__ values, Value *tile)
      : columns_(columns), values_(reinterpret_cast<const Value *>(values) + t),
        base_(reinterpret_cast<Value *>(tile) + t) {}

  __device__ void load() {
#pragma unroll
    for (int i = 0; i < Items / Width; ++i)
      base_[i * Width] = __ldg(values_ + i * Width);
    values_ += Items;
  }

  const int columns_;
  const Value *values_;
  Value *base_;
};

template <typename Value, int Items, int Width>
__global__ void walk_template(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ Value tile_array[Items];
  Value *tile = tile_array;
  Loader<Value, Items, Width> loader(n, threadIdx.x, A, tile);
  float sum = 0;

  // The next tile, in registers.
  Value next_tile_array[Items / Width];

  // Loads one tile into registers.
  auto fetch_tile = [&] {
#pragma unroll
    for (int i = 0; i < Items / Width; ++i)
      next_tile_array[i] = __ldg(loader.values_ + i * Width);
  };

  // Prologue: load the first tile.
  if (n >= Items)
    fetch_tile();

  for (; n >= Items; n -= Items) {
#pragma unroll
    for (int i = 0; i < Items / Width; ++i)
      loader.base_[i * Width] = next_tile_array[i];
    loader.values_ += Items;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (n - Items >= Items)
      fetch_tile();
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < Items; ++i)
      sum += tile[i] * (i + threadIdx.x);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
template __global__ void walk_template<float, 64, 32>(const float *, float *, int);
