// Objects that load a tile from a pointer of theirs, which moves from trip to trip,
// while the place in the tile, also a member, stays.
//

#include <cuda_pipeline.h>

template <typename T, int Rows, int Columns> struct TileLoader {
  const T *from;
  int row, column;

  __device__ TileLoader(const T *from, int thread)
      : from(from), row(thread / Columns), column(thread % Columns) {}
  __device__ void load(T (&to)[Rows][Columns]) const {
    to[row][column] = from[row * Columns + column];
  }
  __device__ void next() { from += Rows * Columns; }
};

__global__ void stepped(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile_stages[2][4][8];
  const int t = threadIdx.x;
  float sum = 1.0f;
  TileLoader<float, 4, 8> loader(A, t);

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[loader.row][loader.column],
                            &loader.from[loader.row * 8 + loader.column],
                            sizeof(float));
    loader.next();
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage);
  __pipeline_commit();

  for (int k = 0; k < n; k += 32) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i / 8][i % 8] * (t + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void behind(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile_stages[2][8][4];
  const int t = threadIdx.x;
  float sum = 1.0f;
  TileLoader<float, 8, 4> loader(A, t);

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[loader.row][loader.column],
                            &loader.from[loader.row * 4 + loader.column],
                            sizeof(float));
    loader.next();
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage);
  __pipeline_commit();

  for (int k = 0; k < n; k += 32) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i / 4][i % 4] * (t + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}
