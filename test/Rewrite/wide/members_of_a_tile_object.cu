// The tiles are members of one object in shared memory, with something between
// them; the copies of each are wide.
//
// RUN: %rewrite_and_run cpasync,cpasync3 launched_gemm --widen=auto -DRAGGED \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16
// RUN: %golden cpasync

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
  __shared__ Tiles tiles;
  const int t = threadIdx.x, row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
  float sum[4] = {};
  for (int k = 0; k < K; k += TILE) {
    for (int i = t; i < TILE * TILE; i += 64) {
      const int r = i / TILE, c = i % TILE;
      tiles.As[r][c] = row0 + r < M && k + c < K ? A[(row0 + r) * K + k + c] : 0.0f;
      tiles.behind.Bs[i] = k + r < K && col0 + c < N ? B[(k + r) * N + col0 + c] : 0.0f;
    }
    __syncthreads();
    for (int x = 0; x < TILE; ++x)
      for (int i = 0; i < 4; ++i)
        sum[i] += tiles.As[t / TILE + 4 * i][x] * tiles.behind.Bs[x * TILE + t % TILE];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    if (row0 + t / TILE + 4 * i < M && col0 + t % TILE < N)
      C[(row0 + t / TILE + 4 * i) * N + col0 + t % TILE] = sum[i];
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  const dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
  products<<<grid, 64>>>(A, B, C, M, N, K);
}
