// Sparse times dense, CSR: a block has a row and 128 columns; column numbers
// and values of the row come in tiles of 128, the rows of the dense matrix are
// gathered from there.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define BLOCK 128

__global__ void csr_spmm(const int *__restrict__ row_ptr,
                         const int *__restrict__ col_ind,
                         const float *__restrict__ values,
                         const float *__restrict__ dense,
                         float *__restrict__ out, int n) {
  __shared__ int s_col[BLOCK];
  __shared__ float s_val[BLOCK];

  const int row = blockIdx.x;
  const int column = blockIdx.y * BLOCK + threadIdx.x;
  const int start = row_ptr[row], end = row_ptr[row + 1];

  float sum = 0.0f;
  for (int base = start; base < end; base += BLOCK) {
    const int i = base + threadIdx.x;
    if (i < end) {
      s_col[threadIdx.x] = col_ind[i] * n;
      s_val[threadIdx.x] = values[i];
    }
    __syncthreads();
    const int count = min(BLOCK, end - base);
    if (column < n)
#pragma unroll 4
      for (int k = 0; k < count; ++k)
        sum += s_val[k] * dense[s_col[k] + column];
    __syncthreads();
  }
  if (column < n)
    out[row * n + column] = sum;
}

extern "C" void launch(const int *row_ptr, const int *col_ind,
                       const float *values, const float *dense, float *out,
                       int rows, int n) {
  csr_spmm<<<dim3(rows, (n + BLOCK - 1) / BLOCK), BLOCK>>>(
      row_ptr, col_ind, values, dense, out, n);
}
