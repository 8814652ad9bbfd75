// A function that loads tiles for two K-loops, and for code that does not wait:
// that code keeps it, the loops share a copy.
//

#include <cuda_pipeline.h>

constexpr int T = 8;

/// Loads a T x T tile; what lies outside of the matrix is zero.
static __device__ void loadTile(float dst[T][T], const float *src, int rows,
                                int cols, int row, int col) {
  const int r = row + threadIdx.y, c = col + threadIdx.x;
  if (r < rows && c < cols) {
    dst[threadIdx.y][threadIdx.x] = src[r * cols + c];
  } else {
    dst[threadIdx.y][threadIdx.x] = 0.0f;
  }
}

// loadTile() with asynchronous copies, which the caller waits for.
/// Loads a T x T tile; what lies outside of the matrix is zero.
static __device__ void loadTileAsync(float dst[T][T], const float *src,
                                     int rows, int cols, int row, int col) {
  const int r = row + threadIdx.y, c = col + threadIdx.x;
  __pipeline_memcpy_async(&dst[threadIdx.y][threadIdx.x], &src[r * cols + c],
                          sizeof(float),
                          (r < rows && c < cols) ? 0 : sizeof(float));
}

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As_stages[2][T][T], Bs_stages[2][T][T];
  const int row = blockIdx.y * T, col = blockIdx.x * T;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    loadTileAsync(As, A, M, K, row, k);
    loadTileAsync(Bs, B, K, N, k, col);
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += T) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + T < K)
      load_tile(stage ^ 1, k + T);
    __pipeline_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < T; ++i)
      sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];

    stage ^= 1; // This one is free from the next barrier on.
  }

  // Once more, with the first tile of A as weights.
  __shared__ float weights[T][T];
  loadTile(weights, A, M, K, row, 0);
  __syncthreads();
  sum *= weights[threadIdx.x][threadIdx.y];

  __shared__ float tile_stages[2][T][T];

  // Starts the copy of one tile into a stage.
  auto load_stage = [&](int stage2, int k) {
    auto &tile = tile_stages[stage2];
    loadTileAsync(tile, A, M, K, row, k);
  };

  // Prologue: the first tile into stage 0.
  int stage2 = 0;
  if (K > 0)
    load_stage(stage2, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += T) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + T < K)
      load_stage(stage2 ^ 1, k + T);
    __pipeline_commit();

    auto &tile = tile_stages[stage2];

    sum += tile[threadIdx.y][T - 1 - threadIdx.x];

    stage2 ^= 1; // This one is free from the next barrier on.
  }

  if (row + threadIdx.y < M && col + threadIdx.x < N)
    C[(row + threadIdx.y) * N + col + threadIdx.x] = sum;
}
