// The 16 x 16 GEMM by hand: each thread fetches its two elements of the next
// tile into registers before it multiplies this one, and keeps them for the
// other buffer; one barrier a tile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int TILE = 16;

__global__ void __launch_bounds__(TILE *TILE)
    matmul(const float *__restrict__ A, const float *__restrict__ B,
           float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[2][TILE][TILE];
  __shared__ float Bs[2][TILE][TILE];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  const float *a_next = A + row * K + tx;
  const float *b_next = B + ty * N + col;
  float sum = 0.0f, a = 0.0f, b = 0.0f;

  auto fetch = [&](int k0) {
    a = row < M && k0 + tx < K ? a_next[k0] : 0.0f;
    b = k0 + ty < K && col < N ? *b_next : 0.0f;
    b_next += TILE * N;
  };

  if (K > 0)
    fetch(0);
  As[0][ty][tx] = a;
  Bs[0][ty][tx] = b;
  __syncthreads();

  int buffer = 0;
  for (int k0 = 0; k0 < K; k0 += TILE) {
    const bool has_next = k0 + TILE < K;
    if (has_next)
      fetch(k0 + TILE);

    for (int k = 0; k < TILE; ++k)
      sum += As[buffer][ty][k] * Bs[buffer][k][tx];

    buffer ^= 1;
    if (has_next) {
      As[buffer][ty][tx] = a;
      Bs[buffer][ty][tx] = b;
    }
    __syncthreads();
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N,
                       int K) {
  const dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
  matmul<<<grid, dim3(TILE, TILE)>>>(A, B, C, M, N, K);
}
