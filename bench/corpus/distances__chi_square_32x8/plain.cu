// Chi-square distances between colour histograms whose bins are bytes: they
// become float in the tile. 32 x 32 distances, 32 x 8 threads, four each.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define TILE_DIM 32
#define BLOCK_ROWS 8

__global__ void chi2(const unsigned char *__restrict__ a,
                     const unsigned char *__restrict__ b,
                     float *__restrict__ out, int na, int nb, int bins) {
  __shared__ float ta[TILE_DIM][TILE_DIM + 1];
  __shared__ float tb[TILE_DIM][TILE_DIM + 1];

  const int row0 = blockIdx.y * TILE_DIM;
  const int col0 = blockIdx.x * TILE_DIM;
  const int ntiles = (bins + TILE_DIM - 1) / TILE_DIM;

  float sum[TILE_DIM / BLOCK_ROWS];
  for (int i = 0; i < TILE_DIM / BLOCK_ROWS; i++)
    sum[i] = 0.0f;

  for (int t = 0; t < ntiles; t++) {
    const int bin = t * TILE_DIM + threadIdx.x;
#pragma unroll
    for (int r = threadIdx.y; r < TILE_DIM; r += BLOCK_ROWS) {
      ta[r][threadIdx.x] = 0.0f;
      tb[r][threadIdx.x] = 0.0f;
      if (bin < bins && row0 + r < na)
        ta[r][threadIdx.x] = (float)a[(row0 + r) * bins + bin];
      if (bin < bins && col0 + r < nb)
        tb[r][threadIdx.x] = (float)b[(col0 + r) * bins + bin];
    }
    __syncthreads();

    for (int k = 0; k < TILE_DIM; k++) {
      const float y = tb[threadIdx.x][k];
#pragma unroll
      for (int i = 0; i < TILE_DIM / BLOCK_ROWS; i++) {
        const float x = ta[threadIdx.y + i * BLOCK_ROWS][k];
        const float d = x - y;
        sum[i] += __fdividef(d * d, x + y + 1e-6f);
      }
    }
    __syncthreads();
  }

  for (int i = 0; i < TILE_DIM / BLOCK_ROWS; i++) {
    const int r = row0 + threadIdx.y + i * BLOCK_ROWS;
    const int c = col0 + threadIdx.x;
    if (r < na && c < nb)
      out[r * nb + c] = 0.5f * sum[i];
  }
}

extern "C" void launch(const unsigned char *a, const unsigned char *b,
                       float *out, int na, int nb, int bins) {
  dim3 grid((nb + TILE_DIM - 1) / TILE_DIM, (na + TILE_DIM - 1) / TILE_DIM);
  chi2<<<grid, dim3(TILE_DIM, BLOCK_ROWS)>>>(a, b, out, na, nb, bins);
}
