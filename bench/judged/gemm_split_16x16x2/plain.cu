// C = A^T * B, tall and skinny: 16 x 16 x 2 threads, of which the two layers
// share the depth of a tile and add up what they have at the end.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define TX 16
#define TY 16
#define TZ 2
#define TILE 32
#define DEPTH 32

__global__ void gram(const float *A, const float *B, float *partial, int rows,
                     int m, int n, int rows_per_block) {
  __shared__ float a_tile[DEPTH][TILE];
  __shared__ float b_tile[DEPTH][TILE];
  __shared__ float other[TILE][TILE + 1];

  const int tid = threadIdx.x + TX * (threadIdx.y + TY * threadIdx.z);
  const int i0 = blockIdx.y * TILE, j0 = blockIdx.x * TILE;
  const int begin = blockIdx.z * rows_per_block;
  const int end = min(rows, begin + rows_per_block);

  float s00 = 0.f, s01 = 0.f, s10 = 0.f, s11 = 0.f;
  for (int r0 = begin; r0 < end; r0 += DEPTH) {
#pragma unroll
    for (int e = tid; e < DEPTH * TILE; e += TX * TY * TZ) {
      const int r = e / TILE, c = e % TILE;
      a_tile[r][c] =
          (r0 + r < end && i0 + c < m) ? A[(size_t)(r0 + r) * m + i0 + c] : 0.f;
      b_tile[r][c] =
          (r0 + r < end && j0 + c < n) ? B[(size_t)(r0 + r) * n + j0 + c] : 0.f;
    }
    __syncthreads();
    const int first = threadIdx.z * (DEPTH / TZ);
#pragma unroll
    for (int r = 0; r < DEPTH / TZ; r++) {
      const float a0 = a_tile[first + r][threadIdx.y];
      const float a1 = a_tile[first + r][threadIdx.y + TY];
      const float b0 = b_tile[first + r][threadIdx.x];
      const float b1 = b_tile[first + r][threadIdx.x + TX];
      s00 += a0 * b0;
      s01 += a0 * b1;
      s10 += a1 * b0;
      s11 += a1 * b1;
    }
    __syncthreads();
  }

  if (threadIdx.z == 1) {
    other[threadIdx.y][threadIdx.x] = s00;
    other[threadIdx.y][threadIdx.x + TX] = s01;
    other[threadIdx.y + TY][threadIdx.x] = s10;
    other[threadIdx.y + TY][threadIdx.x + TX] = s11;
  }
  __syncthreads();
  if (threadIdx.z == 0) {
    float *out = partial + (size_t)blockIdx.z * m * n;
    const int i = i0 + threadIdx.y, j = j0 + threadIdx.x;
    if (i < m && j < n)
      out[i * n + j] = s00 + other[threadIdx.y][threadIdx.x];
    if (i < m && j + TX < n)
      out[i * n + j + TX] = s01 + other[threadIdx.y][threadIdx.x + TX];
    if (i + TY < m && j < n)
      out[(i + TY) * n + j] = s10 + other[threadIdx.y + TY][threadIdx.x];
    if (i + TY < m && j + TX < n)
      out[(i + TY) * n + j + TX] =
          s11 + other[threadIdx.y + TY][threadIdx.x + TX];
  }
}

extern "C" void launch(const float *A, const float *B, float *partial, int rows,
                       int m, int n, int splits) {
  const int rows_per_block = (rows + splits - 1) / splits;
  dim3 block(TX, TY, TZ);
  dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE, splits);
  gram<<<grid, block>>>(A, B, partial, rows, m, n, rows_per_block);
}
