// A step of the power iteration for spectral normalisation, both products in
// one pass over the matrix: rows of 32 against v, columns of 64 against u. A
// block has a strip of 32 rows and leaves the part of its columns for later.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

namespace sn {

enum { ROWS = 32, COLS = 64, THREADS = 256 };

struct Args {
  const float *w, *u, *v;
  float *wv, *part;
  int rows, cols;
};

__global__ void __launch_bounds__(THREADS, 4) both(Args a) {
  __shared__ float tile[ROWS][COLS + 1];
  __shared__ float vs[COLS], us[ROWS];
  __shared__ float column[4][COLS];

  const int t = threadIdx.x;
  const int r0 = blockIdx.x * ROWS;
  if (t < ROWS)
    us[t] = r0 + t < a.rows ? a.u[r0 + t] : 0.f;

  const int my_row = t / 8, my_part = t % 8;    // of the row product
  const int my_col = t % COLS, my_rows = t / COLS; // of the column product
  float sum = 0.f;

  for (int c0 = 0; c0 < a.cols; c0 += COLS) {
    const bool in = c0 + my_col < a.cols;
    for (int r = my_rows; r < ROWS; r += THREADS / COLS)
      tile[r][my_col] = in && r0 + r < a.rows
                            ? a.w[(size_t)(r0 + r) * a.cols + c0 + my_col]
                            : 0.f;
    if (t < COLS)
      vs[t] = c0 + t < a.cols ? a.v[c0 + t] : 0.f;
    __syncthreads();

#pragma unroll
    for (int i = 0; i < COLS / 8; ++i)
      sum += tile[my_row][i * 8 + my_part] * vs[i * 8 + my_part];
    float col = 0.f;
#pragma unroll
    for (int i = 0; i < ROWS / 4; ++i)
      col += tile[my_rows * 8 + i][my_col] * us[my_rows * 8 + i];
    column[my_rows][my_col] = col;
    __syncthreads();
    if (t < COLS && c0 + t < a.cols)
      a.part[(size_t)blockIdx.x * a.cols + c0 + t] =
          column[0][t] + column[1][t] + column[2][t] + column[3][t];
  }

  for (int o = 4; o; o >>= 1)
    sum += __shfl_down_sync(0xffffffffu, sum, o, 8);
  if (my_part == 0 && r0 + my_row < a.rows)
    a.wv[r0 + my_row] = sum;
}

} // namespace sn

extern "C" void launch(const float *w, const float *u, const float *v,
                       float *wv, float *part, int rows, int cols) {
  sn::Args a = {w, u, v, wv, part, rows, cols};
  sn::both<<<(rows + sn::ROWS - 1) / sn::ROWS, sn::THREADS>>>(a);
}
