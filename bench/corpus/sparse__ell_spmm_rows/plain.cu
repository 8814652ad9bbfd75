// ELLPACK matrix times a narrow dense one: eight rows a block with the lengths
// they have, 32 entries of each row a trip; a thread has a row and two of the 64
// columns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

namespace ell {

constexpr int kRows = 8, kEntries = 32, kColumns = 64;

struct Matrix {
  const int *columns;   // rows x width
  const float *values;  // rows x width
  const int *lengths;   // rows
  int rows, width;
};

__device__ inline int longest_row(const Matrix &m, int first) {
  int longest = 0;
  for (int r = 0; r < kRows && first + r < m.rows; ++r)
    longest = max(longest, m.lengths[first + r]);
  return longest;
}

__global__ void spmm(const Matrix m, const float *x, float *y) {
  __shared__ int col[kRows][kEntries];
  __shared__ float val[kRows][kEntries];

  const int row = blockIdx.x * kRows + threadIdx.y;
  const int lane = threadIdx.x;
  const int length = row < m.rows ? m.lengths[row] : 0;
  const int trips = (longest_row(m, blockIdx.x * kRows) + kEntries - 1) / kEntries;

  float sum0 = 0.0f, sum1 = 0.0f;
  for (int trip = 0; trip < trips; ++trip) {
    const int entry = trip * kEntries + lane;
    col[threadIdx.y][lane] =
        entry < length ? m.columns[row * m.width + entry] : 0;
    val[threadIdx.y][lane] =
        entry < length ? m.values[row * m.width + entry] : 0.0f;
    __syncthreads();

    const int count = min(kEntries, length - trip * kEntries);
    for (int e = 0; e < count; ++e) {
      const float v = val[threadIdx.y][e];
      const float *from = x + (size_t)col[threadIdx.y][e] * kColumns;
      sum0 += v * from[lane];
      sum1 += v * from[lane + 32];
    }
    __syncthreads();
  }

  if (row < m.rows) {
    y[(size_t)row * kColumns + lane] = sum0;
    y[(size_t)row * kColumns + lane + 32] = sum1;
  }
}

} // namespace ell

extern "C" void launch(const int *columns, const float *values,
                       const int *lengths, const float *x, float *y, int rows,
                       int width) {
  ell::Matrix m{columns, values, lengths, rows, width};
  ell::spmm<<<(rows + ell::kRows - 1) / ell::kRows, dim3(32, ell::kRows)>>>(
      m, x, y);
}
