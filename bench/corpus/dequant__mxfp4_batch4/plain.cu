// Microscaling: numbers of four bits (e2m1), an exponent for 32 of them. Four
// vectors; a row of the matrix a thread, 128 rows and 128 of K a tile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

namespace mx {

constexpr int kRows = 128, kDepth = 128, kBatch = 4;

// Times two: 0, 1, 2, 3, 4, 6, 8, 12.
__device__ __forceinline__ int twice(unsigned code) {
  const int magnitude = 0xc8643210u >> ((code & 7) * 4) & 15;
  return code & 8 ? -magnitude : magnitude;
}

__device__ __forceinline__ float power_of_two(unsigned char e) {
  return __int_as_float((96 + (e & 63)) << 23);
}

__global__ __launch_bounds__(kRows, 8) void multiply(
    const uint4 *__restrict__ codes, const unsigned char *__restrict__ exponents,
    const float *__restrict__ x, float *__restrict__ y, int rows, int k) {
  __shared__ uint4 w[kRows][kDepth / 32 + 1];
  __shared__ float v[kBatch][kDepth];
  __shared__ unsigned char e[kRows][kDepth / 32];

  const int row0 = blockIdx.x * kRows;
  float sum[kBatch] = {};

  for (int k0 = 0; k0 < k; k0 += kDepth) {
    for (int i = threadIdx.x; i < kRows * kDepth / 32; i += kRows) {
      const int r = i / (kDepth / 32), c = i % (kDepth / 32);
      const int row = row0 + r < rows ? row0 + r : rows - 1;
      w[r][c] = codes[(size_t)row * (k / 32) + k0 / 32 + c];
      e[r][c] = exponents[(size_t)row * (k / 32) + k0 / 32 + c];
    }
#pragma unroll
    for (int b = 0; b < kBatch; ++b)
      v[b][threadIdx.x] = x[(size_t)b * k + k0 + threadIdx.x];
    __syncthreads();

    for (int c = 0; c < kDepth / 32; ++c) {
      const uint4 q = w[threadIdx.x][c];
      const float scale = power_of_two(e[threadIdx.x][c]);
      float part[kBatch] = {};
      const unsigned words[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int n = 0; n < 8; ++n) {
          const float f = twice(words[i] >> (4 * n));
#pragma unroll
          for (int b = 0; b < kBatch; ++b)
            part[b] += f * v[b][c * 32 + i * 8 + n];
        }
#pragma unroll
      for (int b = 0; b < kBatch; ++b)
        sum[b] += scale * part[b];
    }
    __syncthreads();
  }
  if (row0 + threadIdx.x < rows)
    for (int b = 0; b < kBatch; ++b)
      y[(size_t)b * rows + row0 + threadIdx.x] = 0.5f * sum[b];
}

} // namespace mx

extern "C" void launch(const uint4 *codes, const unsigned char *exponents,
                       const float *x, float *y, int rows, int k) {
  mx::multiply<<<(rows + mx::kRows - 1) / mx::kRows, mx::kRows>>>(
      codes, exponents, x, y, rows, k);
}
