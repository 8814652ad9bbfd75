// Batched C = alpha * A * B, any size, tf32: 32 x 64 x 16 a block of four warps,
// an element a load, rounded in the store, zeros behind the edges; results go
// over shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <mma.h>

namespace wm = nvcuda::wmma;

struct Matrix {
  const float *data;
  int rows, cols;
  long long batch_stride;

  __device__ float at(int batch, int r, int c) const {
    return r < rows && c < cols
               ? wm::__float_to_tf32(
                     data[batch * batch_stride + (long long)r * cols + c])
               : 0.0f;
  }
};

template <int TM, int TN, int TK>
__global__ void batched_tf32(Matrix a, Matrix b, float *c, float alpha) {
  __shared__ __align__(32) float ta[TM][TK + 4];
  __shared__ __align__(32) float tb[TK][TN + 4];
  __shared__ __align__(32) float tc[TM][TN + 4];

  const int tid = threadIdx.x + 32 * threadIdx.y;
  const int row0 = blockIdx.y * TM, col0 = blockIdx.x * TN, batch = blockIdx.z;

  // A warp has 32 rows and 16 columns.
  wm::fragment<wm::accumulator, 16, 16, 8, float> acc[TM / 16];
  for (auto &f : acc)
    wm::fill_fragment(f, 0.0f);

  for (int k = 0; k < a.cols; k += TK) {
    for (int i = tid; i < TM * TK; i += 128)
      ta[i / TK][i % TK] = a.at(batch, row0 + i / TK, k + i % TK);
    for (int i = tid; i < TK * TN; i += 128)
      tb[i / TN][i % TN] = b.at(batch, k + i / TN, col0 + i % TN);
    __syncthreads();
#pragma unroll
    for (int kk = 0; kk < TK; kk += 8) {
      wm::fragment<wm::matrix_b, 16, 16, 8, wm::precision::tf32, wm::row_major>
          fb;
      wm::load_matrix_sync(fb, &tb[kk][16 * threadIdx.y], TN + 4);
#pragma unroll
      for (int i = 0; i < TM / 16; ++i) {
        wm::fragment<wm::matrix_a, 16, 16, 8, wm::precision::tf32,
                     wm::row_major>
            fa;
        wm::load_matrix_sync(fa, &ta[16 * i][kk], TK + 4);
        wm::mma_sync(acc[i], fa, fb, acc[i]);
      }
    }
    __syncthreads();
  }

  for (int i = 0; i < TM / 16; ++i)
    wm::store_matrix_sync(&tc[16 * i][16 * threadIdx.y], acc[i], TN + 4,
                          wm::mem_row_major);
  __syncthreads();
  for (int i = tid; i < TM * TN; i += 128) {
    const int r = row0 + i / TN, col = col0 + i % TN;
    if (r < a.rows && col < b.cols)
      c[((long long)batch * a.rows + r) * b.cols + col] =
          alpha * tc[i / TN][i % TN];
  }
}

extern "C" void launch(const float *a, const float *b, float *c, int batch,
                       int m, int n, int k) {
  Matrix ma = {a, m, k, (long long)m * k}, mb = {b, k, n, (long long)k * n};
  dim3 grid((n + 63) / 64, (m + 31) / 32, batch);
  batched_tf32<32, 64, 16><<<grid, dim3(32, 4)>>>(ma, mb, c, 0.125f);
}
