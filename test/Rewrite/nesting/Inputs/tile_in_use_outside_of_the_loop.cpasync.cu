// Two K-loops have the same tiles: both see one pair of stages. Behind a loop the
// tile's name goes on from the last stage.
//

#include <cuda_pipeline.h>

#define T 16

// C = A * B, then D = A * B2 with another depth, tile by tile.
__global__ void fused(const float *__restrict__ A, const float *__restrict__ B,
                      const float *__restrict__ B2, float *C, float *D, int N,
                      int K1, int K2) {
  __shared__ float As_stages[2][T][T], Bs_stages[2][T][T + 1];
  const int tx = threadIdx.x, ty = threadIdx.y;

  for (int tile = blockIdx.x; tile < N / T * (N / T); tile += gridDim.x) {
    const int row = tile / (N / T) * T + ty, col = tile % (N / T) * T + tx;

    float c = 0.0f;

    // Starts the copy of one tile into a stage.
    auto load_tile = [&](int stage, int k) {
      auto &As = As_stages[stage];
      auto &Bs = Bs_stages[stage];
      __pipeline_memcpy_async(&As[ty][tx], &A[row * 80 + k + tx],
                              sizeof(float));
      __pipeline_memcpy_async(&Bs[ty][tx], &B[(k + ty) * N + col],
                              sizeof(float));
    };

    // Prologue: the first tile into stage 0.
    int stage = 0;
    if (K1 > 0)
      load_tile(stage, 0);
    __pipeline_commit();

    for (int k = 0; k < K1; k += T) {
      __pipeline_wait_prior(0);
      __syncthreads();

      // Prefetch the next tile while this one is computed.
      if (k + T < K1)
        load_tile(stage ^ 1, k + T);
      __pipeline_commit();

      auto &As = As_stages[stage];
      auto &Bs = Bs_stages[stage];

      for (int i = 0; i < T; ++i)
        c += As[ty][i] * Bs[i][tx];

      stage ^= 1; // This one is free from the next barrier on.
    }
    // All are done with the last tile, and see what others wrote.
    __syncthreads();
    C[row * N + col] = c;

    float d = 0.0f;

    // Starts the copy of one tile into a stage.
    auto load_tiles = [&](int stage2, int k) {
      auto &As = As_stages[stage2];
      auto &Bs = Bs_stages[stage2];
      __pipeline_memcpy_async(&As[ty][tx], &A[row * 80 + k + tx],
                              sizeof(float));
      __pipeline_memcpy_async(&Bs[ty][tx], &B2[(k + ty) * N + col],
                              sizeof(float));
    };

    // Prologue: the first tile into stage 0.
    int stage2 = 0;
    if (K2 > 0)
      load_tiles(stage2, 0);
    __pipeline_commit();

    for (int k = 0; k < K2; k += T) {
      __pipeline_wait_prior(0);
      __syncthreads();

      // Prefetch the next tile while this one is computed.
      if (k + T < K2)
        load_tiles(stage2 ^ 1, k + T);
      __pipeline_commit();

      auto &As = As_stages[stage2];
      auto &Bs = Bs_stages[stage2];

      for (int i = 0; i < T; ++i)
        d += As[ty][i] * Bs[i][tx];

      stage2 ^= 1; // This one is free from the next barrier on.
    }
    // All are done with the last tile, and see what others wrote.
    __syncthreads();
    D[row * N + col] = d;
  }
}

// The last tile counts twice, then the tile is where the threads' sums meet.
__global__ void dot(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile_stages[2][64];
  const int t = threadIdx.x;
  A += blockIdx.x * n;

  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < n; k += 64) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 64 < n)
      load_tile(stage ^ 1, k + 64);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 64; ++i)
      sum += tile[i] * ((i + t) % 7);

    stage ^= 1; // This one is free from the next barrier on.
  }
  auto &tile = tile_stages[stage ^ 1];

  const float last = tile[63 - t];
  __syncthreads();
  tile[t] = sum + last;
  __syncthreads();
  for (int stride = 32; stride > 0; stride /= 2) {
    if (t < stride)
      tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0)
    C[blockIdx.x] = tile[0];
}
