// Objects that are called like functions load a tile, and member functions that are
// defined outside of their class template hold the K-loop.
//

#include <cuda_pipeline.h>

struct Loader {
  const float *from;
  int length;
  __device__ void operator()(float *to, int k) const {
    to[threadIdx.x] =
        threadIdx.x + k < length ? from[k + threadIdx.x] : 0.0f;
  }
};

__global__ void functor(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  const Loader load{A, n};

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[threadIdx.x], &load.from[k + threadIdx.x],
                            sizeof(float),
                            (threadIdx.x + k < load.length) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < n; k += 32) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

template <typename T, int Width> struct RowLoader {
  const T *row;
  __device__ void operator()(T (&to)[Width], int k, int length) const {
    for (int i = threadIdx.x; i < Width; i += 32)
      to[i] = i < length - k ? row[k + i] : T(0);
  }
};

__global__ void template_functor(const float *__restrict__ A,
                                 float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  RowLoader<float, 32> load{A};

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    for (int i = threadIdx.x; i < 32; i += 32)
      __pipeline_memcpy_async(&tile[i], &load.row[k + i], sizeof(float),
                              (i < n - k) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < n; k += 32) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

template <int BK> struct Sum {
  const float *A;
  int n;
  __device__ float run(int t) const;
};

template <int BK> __device__ float Sum<BK>::run(int t) const {
  __shared__ float tile_stages[2][BK];
  float sum = 1.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float),
                            (t < n - k) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < n; k += BK) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + BK < n)
      load_tile(stage ^ 1, k + BK);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < BK; ++i)
      sum += tile[i] * (t + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  // All are done with the last tile, and see what others wrote.
  __syncthreads();
  return sum;
}

__global__ void outside(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  Sum<32> sum{A, n};
  out[threadIdx.x] += sum.run(threadIdx.x);
}
