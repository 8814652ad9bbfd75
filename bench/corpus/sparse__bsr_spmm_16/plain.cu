// Block sparse rows of 16 x 16 blocks times dense: a block of threads has 16
// rows x 64 columns and takes a block of the matrix and the 16 dense rows that
// its column names, trip by trip.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define BSR 16
#define COLS 64

__global__ void bsrmm(const int *__restrict__ bsr_row_ptr,
                      const int *__restrict__ bsr_col_ind,
                      const float *__restrict__ bsr_val,
                      const float *__restrict__ b, float *__restrict__ c,
                      int n) {
  __shared__ float block[BSR][BSR];
  __shared__ float dense[BSR][COLS];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int col0 = blockIdx.y * COLS;
  const int block_row = blockIdx.x;

  float acc[COLS / BSR];
#pragma unroll
  for (int j = 0; j < COLS / BSR; ++j)
    acc[j] = 0.f;

  for (int ptr = bsr_row_ptr[block_row]; ptr < bsr_row_ptr[block_row + 1];
       ++ptr) {
    const int block_col = bsr_col_ind[ptr];
    block[ty][tx] = bsr_val[(size_t)ptr * BSR * BSR + ty * BSR + tx];
#pragma unroll
    for (int j = 0; j < COLS / BSR; ++j) {
      const int col = col0 + tx + j * BSR;
      dense[ty][tx + j * BSR] =
          col < n ? b[(size_t)(block_col * BSR + ty) * n + col] : 0.f;
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < BSR; ++k)
#pragma unroll
      for (int j = 0; j < COLS / BSR; ++j)
        acc[j] += block[ty][k] * dense[k][tx + j * BSR];
    __syncthreads();
  }

#pragma unroll
  for (int j = 0; j < COLS / BSR; ++j) {
    const int col = col0 + tx + j * BSR;
    if (col < n)
      c[(size_t)(block_row * BSR + ty) * n + col] = acc[j];
  }
}

extern "C" void launch(const int *bsr_row_ptr, const int *bsr_col_ind,
                       const float *bsr_val, const float *b, float *c,
                       int block_rows, int n) {
  dim3 grid(block_rows, (n + COLS - 1) / COLS);
  bsrmm<<<grid, dim3(BSR, BSR)>>>(bsr_row_ptr, bsr_col_ind, bsr_val, b, c, n);
}
