// Eight halves at once, as a struct of its own.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single halves
#include <cuda_fp16.h>

struct __align__(16) half8 {
  __half2 x, y, z, w;
};

namespace tiled {

template <int ROWS, int COLS>
__global__ void halves(const __half *__restrict__ A, const __half *__restrict__ x,
                       float *__restrict__ y, int K) {
  static_assert(COLS % 8 == 0, "");
  __shared__ __align__(16) __half tileA[ROWS][COLS];
  __shared__ __align__(16) __half tileX[COLS];

  const int tid = threadIdx.x;
  float sum = 0.f;

  for (int k = 0; k < K; k += COLS) {
    // Each thread copies a row of the tile of A, eight halves at a time.
#pragma unroll
    for (int c = 0; c < COLS; c += 8)
      *reinterpret_cast<half8 *>(&tileA[tid][c]) =
          *reinterpret_cast<const half8 *>(&A[tid * K + k + c]);
    if (tid < COLS / 8)
      reinterpret_cast<half8 *>(tileX)[tid] =
          reinterpret_cast<const half8 *>(x + k)[tid];
    __syncthreads();

    for (int c = 0; c < COLS; ++c)
      sum += __half2float(tileA[tid][c]) * __half2float(tileX[c]);
    __syncthreads();
  }
  y[tid] = sum;
}

template __global__ void halves<32, 16>(const __half *, const __half *, float *,
                                        int);

} // namespace tiled
