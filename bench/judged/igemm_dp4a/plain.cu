// C = A * B^T in int8 with dp4a: words of four bytes along K, 64 x 64 a block
// of 16 x 16 threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <int TILE, int WORDS>
__global__ void igemm_dp4a(const int *a, const int *b, int *c, int m, int n,
                           int words) {
  __shared__ int sa[WORDS][TILE + 1];
  __shared__ int sb[WORDS][TILE + 1];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int linear = ty * blockDim.x + tx;
  const int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
  int sum[4][4] = {{0}};

  for (int w0 = 0; w0 < words; w0 += WORDS) {
    for (int i = linear; i < TILE * WORDS; i += 256) {
      const int line = i / WORDS, w = i % WORDS;
      sa[w][line] = (row0 + line < m && w0 + w < words)
                        ? a[(row0 + line) * words + w0 + w]
                        : 0;
      sb[w][line] = (col0 + line < n && w0 + w < words)
                        ? b[(col0 + line) * words + w0 + w]
                        : 0;
    }
    __syncthreads();
#pragma unroll
    for (int w = 0; w < WORDS; ++w) {
      int x[4], y[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        x[i] = sa[w][ty + 16 * i];
        y[i] = sb[w][tx + 16 * i];
      }
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          sum[i][j] = __dp4a(x[i], y[j], sum[i][j]);
    }
    __syncthreads();
  }

  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const int row = row0 + ty + 16 * i, col = col0 + tx + 16 * j;
      if (row < m && col < n)
        c[row * n + col] = sum[i][j];
    }
}

extern "C" void launch(const int *a, const int *b, int *c, int m, int n,
                       int words) {
  dim3 block(16, 16);
  dim3 grid((n + 63) / 64, (m + 63) / 64);
  igemm_dp4a<64, 16><<<grid, block>>>(a, b, c, m, n, words);
}
