// Mean, variance, skewness and excess of columns: power sums about a pivot in
// float, Kahan's correction for the first. Tiles of 64 rows x 32 columns in
// dynamic memory; eight threads a column, added up in order at the end.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

struct Moments {
  float s1, c1, s2, s3, s4;

  __device__ void clear() { s1 = c1 = s2 = s3 = s4 = 0.f; }
  __device__ void add(float x) {
    const float y = x - c1, t = s1 + y;
    c1 = (t - s1) - y;
    s1 = t;
    const float xx = x * x;
    s2 += xx;
    s3 += xx * x;
    s4 += xx * xx;
  }
};

constexpr int COLS = 32, GROUPS = 8, ROWS = 64;

__global__ void column_moments(const float *data, const float *pivot,
                               float4 *moments, int n_rows, int n_cols,
                               int rows_per_part) {
  extern __shared__ float buffer[];
  float(*tile)[COLS] = reinterpret_cast<float(*)[COLS]>(buffer);
  float *sums = buffer + ROWS * COLS;

  const int col = blockIdx.x * COLS + threadIdx.x;
  const int start = blockIdx.y * rows_per_part;
  const int stop = min(n_rows, start + rows_per_part);
  const float center = col < n_cols ? pivot[col] : 0.f;

  Moments m;
  m.clear();
  const float *p = data + (size_t)start * n_cols + col;

  for (int row = start; row < stop; row += ROWS) {
    for (int r = threadIdx.y; r < ROWS; r += GROUPS)
      tile[r][threadIdx.x] =
          col < n_cols && row + r < stop ? p[(size_t)r * n_cols] : center;
    __syncthreads();

    // Rows of a thread are neighbours here.
#pragma unroll
    for (int r = 0; r < ROWS / GROUPS; ++r)
      m.add(tile[threadIdx.y * (ROWS / GROUPS) + r][threadIdx.x] - center);
    __syncthreads();
    p += (size_t)ROWS * n_cols;
  }

  float *mine = sums + (threadIdx.y * COLS + threadIdx.x) * 4;
  mine[0] = m.s1, mine[1] = m.s2, mine[2] = m.s3, mine[3] = m.s4;
  __syncthreads();
  if (threadIdx.y == 0 && col < n_cols) {
    float4 total = make_float4(0.f, 0.f, 0.f, 0.f);
    for (int g = 0; g < GROUPS; ++g) {
      const float *other = sums + (g * COLS + threadIdx.x) * 4;
      total.x += other[0];
      total.y += other[1];
      total.z += other[2];
      total.w += other[3];
    }
    moments[(size_t)blockIdx.y * n_cols + col] = total;
  }
}

extern "C" void launch(const float *data, const float *pivot, float4 *moments,
                       int n_rows, int n_cols, int parts) {
  const size_t bytes = (ROWS * COLS + GROUPS * COLS * 4) * sizeof(float);
  column_moments<<<dim3((n_cols + COLS - 1) / COLS, parts),
                   dim3(COLS, GROUPS), bytes>>>(
      data, pivot, moments, n_rows, n_cols, (n_rows + parts - 1) / parts);
}
