// Variables that are set by one value in braces: the counter, temporaries, sizes,
// a pointer that moves with the loop and one into the tile.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single gemm -DTILE=8 -DRAGGED
// RUN: %golden ldg

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  constexpr int Tile{8};
  __shared__ float As[Tile][Tile], Bs[Tile][Tile];
  const int tx{int(threadIdx.x)}, ty{int(threadIdx.y)};
  const int row{int(blockIdx.y) * Tile + ty}, col{int(blockIdx.x) * Tile + tx};
  const float *from_b{B + col};
  auto tiles{(K + Tile - 1) / Tile};
  float sum{0.0f};

  for (int t{0}; t < tiles; ++t) {
    const int k{t * Tile};
    float a{0.0f};
    if (row < M && k + tx < K)
      a = A[row * K + k + tx];
    As[ty][tx] = a;
    float b{};
    if (k + ty < K && col < N)
      b = from_b[ty * N];
    Bs[ty][tx] = b;
    from_b += Tile * N;
    __syncthreads();

    const float *mine{&As[ty][0]};
    for (int i{0}; i < Tile; ++i)
      sum += mine[i] * Bs[i][tx] + float{0.5f};
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
