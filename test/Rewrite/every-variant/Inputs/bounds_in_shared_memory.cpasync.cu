// Bounds and steps are kept in shared memory: set once, by all threads or by
// one, and only read in the loop.
//

// Squared distances of points in columns, as k nearest neighbours need them.
#include <cuda_pipeline.h>

__global__ void distances(const float *__restrict__ a, int width,
                          const float *__restrict__ b, float *__restrict__ out,
                          int height) {
  __shared__ float shared_a_stages[2][16][16];
  __shared__ float shared_b_stages[2][16][16];
  __shared__ int begin_a, begin_b, step, end_a;

  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;

  begin_a = 16 * blockIdx.y;
  begin_b = 16 * blockIdx.x;
  step = 16 * width;
  end_a = begin_a + (height - 1) * width;
  __syncthreads();

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int i, int j) {
    auto &shared_a = shared_a_stages[stage];
    auto &shared_b = shared_b_stages[stage];
    bool inside = i / width + ty < height;
    __pipeline_memcpy_async(&shared_a[ty][tx], &a[i + width * ty + tx],
                            sizeof(float), inside ? 0 : sizeof(float));
    __pipeline_memcpy_async(&shared_b[ty][tx], &b[j + width * ty + tx],
                            sizeof(float), inside ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (begin_a <= end_a)
    load_tile(stage, begin_a, begin_b);
  __pipeline_commit();

  for (int i = begin_a, j = begin_b; i <= end_a; i += step, j += step) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (i + step <= end_a)
      load_tile(stage ^ 1, i + step, j + step);
    __pipeline_commit();

    auto &shared_a = shared_a_stages[stage];
    auto &shared_b = shared_b_stages[stage];

    for (int k = 0; k < 16; ++k) {
      float difference = shared_a[k][ty] - shared_b[k][tx];
      sum += difference * difference;
    }

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[(16 * blockIdx.y + ty) * width + 16 * blockIdx.x + tx] = sum;
}

// One thread looks up which part of the values belongs to the block.
__global__ void segment_sums(const int *__restrict__ offsets,
                             const float *__restrict__ values,
                             float *__restrict__ out) {
  __shared__ float tile_stages[2][64];
  __shared__ struct {
    int count;
  } segment;
  __shared__ int first, last;
  const int t = threadIdx.x;
  if (t == 0) {
    first = offsets[blockIdx.x];
    last = offsets[blockIdx.x + 1];
    segment.count = last - first;
  }
  __syncthreads();

  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    const int here = first + k + t;
    __pipeline_memcpy_async(&tile[t], &values[here], sizeof(float),
                            (here < last) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  {
    int k = 0;
    if (first + k < last)
      load_tile(stage, k);
  }
  __pipeline_commit();

  for (int k = 0; first + k < last; k += 64) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const int k_next = k + 64;
    if (first + k_next < last)
      load_tile(stage ^ 1, k_next);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i] * (t + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[blockIdx.x * 64 + t] = sum + segment.count;
}
