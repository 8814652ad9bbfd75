// Pairs of half and bfloat16. The toolkit gives some of these types an
// assignment operator with a body; it copies their bytes all the same.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single halves -DPAIRS
// RUN: %if cuda-toolkit %{ %tool --cuda-headers=toolkit --variant=cpasync %s > %t.toolkit.diff %}
// RUN: %if cuda-toolkit %{ cuda-pipeline-rewrite --variant=cpasync %s > %t.embedded.diff %}
// RUN: %if cuda-toolkit %{ cmp %t.toolkit.diff %t.embedded.diff %}
// RUN: %if cuda-toolkit %{ %tool --cuda-headers=toolkit --variant=ldg %s > %t.toolkit.diff %}
// RUN: %if cuda-toolkit %{ cuda-pipeline-rewrite --variant=ldg %s > %t.embedded.diff %}
// RUN: %if cuda-toolkit %{ cmp %t.toolkit.diff %t.embedded.diff %}

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define HALF2(value) (reinterpret_cast<half2 *>(&(value))[0])
#define BFLOAT2(value) (*reinterpret_cast<__nv_bfloat162 *>(&(value)))

namespace tiled {

// y = A * x, a row a thread; A and x come in pairs.
template <int ROWS, int COLS>
__global__ void halves(half *__restrict__ A, half *__restrict__ x,
                       float *__restrict__ y, int K) {
  __shared__ half s_a[ROWS][COLS];
  __shared__ __nv_bfloat16 s_x[COLS];
  const int row = threadIdx.x;
  float sum = 0.0f;

  for (int bk = 0; bk < K; bk += COLS) {
#pragma unroll
    for (int i = 0; i < COLS; i += 2)
      HALF2(s_a[row][i]) = HALF2(A[row * K + bk + i]);
    if (row < COLS / 2)
      BFLOAT2(s_x[2 * row]) = BFLOAT2(x[bk + 2 * row]);
    __syncthreads();

#pragma unroll
    for (int k = 0; k < COLS; ++k)
      sum += __half2float(s_a[(row + 1) % ROWS][k]) *
             __half2float(reinterpret_cast<half *>(s_x)[k]);
    __syncthreads();
  }

  y[row] = sum;
}

} // namespace tiled

// A single tile.
__global__ void pairs(half *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ half a[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    HALF2(a[2 * t]) = HALF2(A[k + 2 * t]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += __half2float(a[i]);
    __syncthreads();
  }
  C[t] = sum;
}
