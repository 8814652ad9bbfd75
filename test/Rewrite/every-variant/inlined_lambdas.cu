// The kernel's own lambdas load a tile and compute on it, by the names of the
// kernel. Their text moves to where they are called; comments go along.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DTILE=16 -DRAGGED
// RUN: %golden ldg

constexpr int Tile = 16;

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[Tile][Tile + 1];
  __shared__ float Bs[Tile][Tile + 1];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * Tile + ty, column = blockIdx.x * Tile + tx;
  float sum = 0.0f;

  // One tile of A and one of B, zero outside of the matrices.
  auto load = [&](int first) {
    const int k = first + tx; // of A
    As[ty][tx] = row < M && k < K ? A[row * K + k] : 0.0f;
    Bs[ty][tx] =
        first + ty < K && column < N ? B[(first + ty) * N + column] : 0.0f;
  };
  // Row times column.
  auto multiply = [&] {
#pragma unroll
    for (int k = 0; k < Tile; ++k)
      sum += As[ty][k] * Bs[k][tx];
  };

  const int tiles = (K + Tile - 1) / Tile;
  for (int tile = 0; tile < tiles; ++tile) {
    load(tile * Tile);
    __syncthreads();
    multiply();
    __syncthreads();
  }
  if (row < M && column < N)
    C[row * N + column] = sum;
}
