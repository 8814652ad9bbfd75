// Where the size of a tile is a parameter and its elements have operators of their own,
// `tile + a + b + c` is no operator of theirs: it leads to the tile.
//
// RUN: %rewrite_and_run ldg-single,ldg halves
// RUN: cuda-pipeline-rewrite --variant=ldg %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
#include <cuda_fp16.h>

namespace tiled {
// CHECK:      auto &tile = tile_stages[stage];
// CHECK-NEXT: {
// CHECK-NEXT:   __half *to = tile + r / ROWS * COLS + (r % COLS) / 1 + r / COLS * COLS;
template <int ROWS, int COLS>
__global__ void halves(const __half *__restrict__ A, const __half *__restrict__ x,
                       float *__restrict__ y, int K) {
  __shared__ __half tile[2 * COLS];
  static constexpr int step = COLS / 8;
  const int r = threadIdx.x;
  __half *to = tile + r / ROWS * COLS + (r % COLS) / 1 + r / COLS * COLS;
  float sum = 0.0f;
  for (int k = 0; k < K; k += COLS) {
    *to = r < COLS ? x[k + r] : A[k + r - COLS];
    __syncthreads();
    for (int c = 0; c < COLS; ++c)
      sum += __half2float(A[r * K + k + c]) * __half2float(tile[c]) +
             __half2float(tile[COLS + c]) * step;
    __syncthreads();
  }
  y[r] = sum;
}
} // namespace tiled
