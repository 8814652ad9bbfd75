// The tiles are members of one object in shared memory, with something between
// them; the copies of each are wide.
//

#include <cuda_pipeline.h>

constexpr int TILE = 16;

struct Tiles {
  alignas(16) float As[TILE][TILE];
  int trips;
  struct {
    alignas(16) float Bs[TILE * TILE];
  } behind;
};

__global__ void __launch_bounds__(64)
    products(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ Tiles tiles_stages[2];
  const int t = threadIdx.x, row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
  float sum[4] = {};

  static_assert(TILE % 4 == 0, "rows are copied 4 elements at a time");
  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies =
      blockDim.x == 64 &&
      reinterpret_cast<size_t>(A) % 16 == 0 &&
      reinterpret_cast<size_t>(B) % 16 == 0 &&
      K % 4 == 0 &&
      N % 4 == 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tiles = tiles_stages[stage];
    if (wide_copies) {
      {
        const int r = t / (TILE / 4), c = t % (TILE / 4) * 4;
        __pipeline_memcpy_async(&tiles.As[r][c], &A[(row0 + r) * K + k + c], 16,
                                (row0 + r < M && k + c < K) ? 0 : 16);
      }
      {
        const int r = t / 4, c = t % 4 * 4;
        __pipeline_memcpy_async(&tiles.behind.Bs[16 * r + c],
                                &B[(k + r) * N + col0 + c], 16,
                                (k + r < K && col0 + c < N) ? 0 : 16);
      }
    } else {
      for (int i = t; i < TILE * TILE; i += 64) {
        const int r = i / TILE, c = i % TILE;
        __pipeline_memcpy_async(&tiles.As[r][c], &A[(row0 + r) * K + k + c],
                                sizeof(float),
                                (row0 + r < M && k + c < K) ? 0 : sizeof(float));
        __pipeline_memcpy_async(&tiles.behind.Bs[i], &B[(k + r) * N + col0 + c],
                                sizeof(float),
                                (k + r < K && col0 + c < N) ? 0 : sizeof(float));
      }
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += TILE) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + TILE < K)
      load_tile(stage ^ 1, k + TILE);
    __pipeline_commit();

    auto &tiles = tiles_stages[stage];

    for (int x = 0; x < TILE; ++x)
      for (int i = 0; i < 4; ++i)
        sum[i] += tiles.As[t / TILE + 4 * i][x] * tiles.behind.Bs[x * TILE + t % TILE];

    stage ^= 1; // This one is free from the next barrier on.
  }
  for (int i = 0; i < 4; ++i)
    if (row0 + t / TILE + 4 * i < M && col0 + t % TILE < N)
      C[(row0 + t / TILE + 4 * i) * N + col0 + t % TILE] = sum[i];
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  const dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
  products<<<grid, 64>>>(A, B, C, M, N, K);
}
