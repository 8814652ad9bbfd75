// The columns of a row are fewer than its pitch, whatever that is: no thread
// stores an element twice, and asynchronous copies need no order.
//

#include <cuda_pipeline.h>

__device__ float summed(const float *tile, int pitch, int t) {
  float sum = 0.0f;
  for (int i = 0; i < 5 * pitch; ++i)
    sum = sum * 0.5f + tile[i] * (i + t);
  return sum;
}

__device__ float by_rows(const float *__restrict__ A, int n, int pitch) {
  __shared__ float tile_stages[2][5 * 9];
  const int tx = threadIdx.x % 4, ty = threadIdx.x / 4;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    for (int i = ty; i < 5; i += 8)
      for (int j = tx; j < pitch; j += 4)
        __pipeline_memcpy_async(&tile[i * pitch + j],
                                &A[k + (i * pitch + j) % 32], sizeof(float));
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

    sum += summed(tile, pitch, threadIdx.x);

    stage ^= 1; // This one is free from the next barrier on.
  }
  // All are done with the last tile, and see what others wrote.
  __syncthreads();
  return sum;
}

template <int HALO>
__device__ float by_halo(const float *__restrict__ A, int n, int width) {
  __shared__ float tile_stages[2][5 * 9];
  const int tx = threadIdx.x % 4, ty = threadIdx.x / 4;
  const int pitch = width + HALO;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    for (int j = tx; j <= pitch - 1; j += 4)
      for (int i = ty; i < 5; i += 8) {
        __pipeline_memcpy_async(&tile[(width + HALO) * i + j],
                                &A[k + (i + j) % 32], sizeof(float),
                                (k + j < n) ? 0 : sizeof(float));
      }
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

    sum += summed(tile, pitch, threadIdx.x);

    stage ^= 1; // This one is free from the next barrier on.
  }
  // All are done with the last tile, and see what others wrote.
  __syncthreads();
  return sum;
}

__global__ void launch(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  out[threadIdx.x] =
      by_rows(A, n, 4 + n / 32 % 5) + by_halo<2>(A, n, 3 + n / 32 % 4);
}
