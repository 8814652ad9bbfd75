// Learning with errors: A S + E modulo 2^16, A of 16 bits, S of bytes between
// -12 and 12. 128 x 8 results a block as in a scheme with few columns; 32 rows of
// S at once. 128 threads, a row each.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

namespace lwe {

const int kRows = 128, kDepth = 32, kCols = 8;

__global__ void __launch_bounds__(kRows)
    multiply(const unsigned *a, const signed char *s, const unsigned short *e,
             unsigned short *b, int rows, int depth) {
  __shared__ unsigned a_tile[kRows][kDepth / 2 + 1];
  __shared__ int s_tile[kDepth][kCols];

  const int row0 = blockIdx.x * kRows;
  const size_t batch = blockIdx.y;
  s += batch * depth * kCols;
  e += batch * rows * kCols;
  b += batch * rows * kCols;

  unsigned sum[kCols];
  for (int c = 0; c < kCols; c++)
    sum[c] = 0;

  for (int d0 = 0; d0 < depth; d0 += kDepth) {
    for (int i = threadIdx.x; i < kRows * kDepth / 2; i += kRows) {
      const int r = i / (kDepth / 2), c = i % (kDepth / 2);
      a_tile[r][c] = a[(size_t)(row0 + r) * (depth / 2) + d0 / 2 + c];
    }
    for (int i = threadIdx.x; i < kDepth * kCols; i += kRows)
      s_tile[i / kCols][i % kCols] = s[(size_t)d0 * kCols + i] % 13;
    __syncthreads();

#pragma unroll 4
    for (int d = 0; d < kDepth / 2; d++) {
      const unsigned two = a_tile[threadIdx.x][d];
#pragma unroll
      for (int c = 0; c < kCols; c++) {
        sum[c] += (two & 0xffff) * s_tile[2 * d][c];
        sum[c] += (two >> 16) * s_tile[2 * d + 1][c];
      }
    }
    __syncthreads();
  }

  const size_t at = (size_t)(row0 + threadIdx.x) * kCols;
  for (int c = 0; c < kCols; c++)
    b[at + c] = (unsigned short)(sum[c] + e[at + c] % 13);
}

} // namespace lwe

extern "C" void launch(const unsigned *a, const signed char *s,
                       const unsigned short *e, unsigned short *b, int rows,
                       int depth, int batches) {
  lwe::multiply<<<dim3(rows / lwe::kRows, batches), lwe::kRows>>>(a, s, e, b, rows,
                                                                 depth);
}
