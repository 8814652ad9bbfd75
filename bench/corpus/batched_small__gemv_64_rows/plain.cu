// Batched matrix times vector, a row a thread: a tile of 64 rows and 32 columns
// makes the loads coalesced, 33 words a row keep banks apart.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <typename T, unsigned ROWS, unsigned COLS>
__global__ void gemv_n_batched(const T *A, const T *x, T *y, T alpha,
                               unsigned m, unsigned n) {
  __shared__ T tile[ROWS][COLS + 1];
  __shared__ T xs[COLS];

  const unsigned tid = threadIdx.x;
  const unsigned lane = tid % COLS, line = tid / COLS;
  const unsigned row0 = blockIdx.x * ROWS;

  A += (size_t)blockIdx.y * m * n;
  x += (size_t)blockIdx.y * n;
  T sum = 0;

  for (unsigned col = 0; col < n; col += COLS) {
    const bool inside = col + lane < n;
#pragma unroll 8
    for (unsigned r = line; r < ROWS; r += ROWS / COLS)
      tile[r][lane] = (inside && row0 + r < m)
                          ? A[(size_t)(row0 + r) * n + col + lane]
                          : T(0);
    if (line == 0)
      xs[lane] = inside ? x[col + lane] : T(0);
    __syncthreads();

#pragma unroll
    for (unsigned c = 0; c < COLS; ++c)
      sum += tile[tid][c] * xs[c];
    __syncthreads();
  }

  if (row0 + tid < m)
    y[(size_t)blockIdx.y * m + row0 + tid] = alpha * sum;
}

extern "C" void launch(const float *A, const float *x, float *y, float alpha,
                       int batch, int m, int n) {
  gemv_n_batched<float, 64, 32>
      <<<dim3((m + 63) / 64, batch), 64>>>(A, x, y, alpha, m, n);
}
