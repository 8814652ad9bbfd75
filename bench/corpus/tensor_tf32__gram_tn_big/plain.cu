// X^T * X of a tall matrix on tf32 tensor cores, as for whitening: 128 x 128 of
// the result a block of 16 warps, 64 rows a trip, 66 KB of dynamic memory; parts
// of the rows in blockIdx.z.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>
#include <mma.h>

using namespace nvcuda;

template <int Columns, int Rows, int Threads> class GramTile {
  static constexpr int kPitch = Columns + 4;
  float *left, *right;

public:
  static constexpr size_t kBytes = 2 * Rows * kPitch * sizeof(float);

  __device__ explicit GramTile(float *memory)
      : left(memory), right(memory + Rows * kPitch) {}

  __device__ void load(const float *x, int features, int left0, int right0) {
#pragma unroll
    for (int i = 0; i < Rows * Columns / 4 / Threads; ++i) {
      const int v = threadIdx.x + i * Threads;
      const int r = v / (Columns / 4), c = v % (Columns / 4) * 4;
      const float *row = x + (size_t)r * features + c;
      *reinterpret_cast<float4 *>(left + r * kPitch + c) =
          *reinterpret_cast<const float4 *>(row + left0);
      *reinterpret_cast<float4 *>(right + r * kPitch + c) =
          *reinterpret_cast<const float4 *>(row + right0);
    }
  }

  template <typename Acc>
  __device__ void multiply(Acc (&acc)[2][2], int warp_row, int warp_col) const {
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32,
                   wmma::col_major>
        a[2];
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32,
                   wmma::row_major>
        b[2];
    for (int k = 0; k < Rows; k += 8) {
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        wmma::load_matrix_sync(a[i], left + k * kPitch + warp_row + 16 * i,
                               kPitch);
        wmma::load_matrix_sync(b[i], right + k * kPitch + warp_col + 16 * i,
                               kPitch);
#pragma unroll
        for (int e = 0; e < a[i].num_elements; ++e)
          a[i].x[e] = wmma::__float_to_tf32(a[i].x[e]);
#pragma unroll
        for (int e = 0; e < b[i].num_elements; ++e)
          b[i].x[e] = wmma::__float_to_tf32(b[i].x[e]);
      }
#pragma unroll
      for (int i = 0; i < 4; ++i)
        wmma::mma_sync(acc[i / 2][i % 2], a[i / 2], b[i % 2],
                       acc[i / 2][i % 2]);
    }
  }
};

using Tile = GramTile<128, 64, 512>;

__global__ void __launch_bounds__(512)
    gram(const float *x, float *partial, int features, int rows_per_part) {
  extern __shared__ __align__(32) float memory[];
  Tile tile(memory);

  const int warp = threadIdx.x / 32;
  const int warp_row = warp / 4 * 32, warp_col = warp % 4 * 32;
  const int left0 = blockIdx.y * 128, right0 = blockIdx.x * 128;

  wmma::fragment<wmma::accumulator, 16, 16, 8, float> acc[2][2];
  for (int i = 0; i < 4; ++i)
    wmma::fill_fragment(acc[i / 2][i % 2], 0.0f);

  const float *from = x + (size_t)blockIdx.z * rows_per_part * features;
  for (int row = 0; row < rows_per_part; row += 64) {
    tile.load(from + (size_t)row * features, features, left0, right0);
    __syncthreads();
    tile.multiply(acc, warp_row, warp_col);
    __syncthreads();
  }

  float *to = partial + ((size_t)blockIdx.z * features + left0 + warp_row) *
                            features + right0 + warp_col;
  for (int i = 0; i < 4; ++i)
    wmma::store_matrix_sync(to + (size_t)(i / 2) * 16 * features + i % 2 * 16,
                            acc[i / 2][i % 2], features, wmma::mem_row_major);
}

extern "C" void launch(const float *x, float *partial, int rows, int features,
                       int parts) {
  cudaFuncSetAttribute(gram, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       (int)Tile::kBytes);
  gram<<<dim3(features / 128, features / 128, parts), 512, Tile::kBytes>>>(
      x, partial, features, rows / parts);
}
