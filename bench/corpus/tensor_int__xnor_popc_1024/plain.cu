// A layer of a binary network: bits of weights and activations, xnor and popc,
// 32 x 32 threads with a result each.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define TILE 32

__global__ void xnor_gemm(const unsigned *a, const unsigned *b, int *c, int m,
                          int n, int words) {
  __shared__ unsigned as[TILE][TILE];
  __shared__ unsigned bs[TILE][TILE + 1];

  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;
  int brow = blockIdx.x * TILE + ty;
  int matches = 0;

  for (int w = 0; w < words; w += TILE) {
    as[ty][tx] = 0;
    bs[ty][tx] = 0xffffffffu; // behind the end nothing matches
    if (w + tx < words) {
      if (row < m)
        as[ty][tx] = a[row * words + w + tx];
      if (brow < n)
        bs[ty][tx] = b[brow * words + w + tx];
    }
    __syncthreads();

#pragma unroll
    for (int i = 0; i < TILE; i++)
      matches += __popc(~(as[ty][i] ^ bs[tx][i]));
    __syncthreads();
  }

  if (row < m && col < n)
    c[row * n + col] = 2 * matches - 32 * words;
}

extern "C" void launch(const unsigned *a, const unsigned *b, int *c, int m,
                       int n, int words) {
  dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
  xnor_gemm<<<grid, dim3(TILE, TILE)>>>(a, b, c, m, n, words);
}
