// One lambda loads both tiles: the generic one takes them as they are, and has
// copies of what never changes. Each call is its text, and the lambda vanishes
// with the last one.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DTILE=16 -DRAGGED
// RUN: %golden ldg

constexpr int Tile = 16;

struct Limits {
  int rows, columns;
};

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[Tile][Tile];
  __shared__ float Bs[Tile][Tile + 1];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const Limits a = {M, K}, b = {K, N};
  float sum = 0.0f;

  // A tile of a matrix, zero outside of it.
  auto load = [=](auto &tile, const float *from, const Limits &limits, int row,
                  int column) {
    const bool inside = row + ty < limits.rows && column + tx < limits.columns;
    tile[ty][tx] =
        inside ? from[(row + ty) * limits.columns + column + tx] : 0.0f;
  };

  for (int k = 0; k < K; k += Tile) {
    load(As, A, a, blockIdx.y * Tile, k);
    load(Bs, B, b, k, blockIdx.x * Tile);
    __syncthreads();
    for (int i = 0; i < Tile; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  const int row = blockIdx.y * Tile + ty, column = blockIdx.x * Tile + tx;
  if (row < M && column < N)
    C[row * N + column] = sum;
}
