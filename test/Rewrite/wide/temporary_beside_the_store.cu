// The source's index is a temporary of the load; bytes, which the fallback
// stores one by one.
//
// RUN: %rewrite_and_run cpasync wide --widen=auto -DTYPE=int8_t -DRESULT=int \
// RUN:   -DBLOCK_M=8 -DBLOCK_N=16 -DBLOCK_K=8 -DTHREADS=64

#include <cstdint>

__global__ void __launch_bounds__(64)
    gemm(const int8_t *__restrict__ A, const int8_t *__restrict__ B,
         int *__restrict__ C, int M, int N, int K) {
  __shared__ int8_t As[8][8];
  const int tid = threadIdx.x, row0 = blockIdx.y * 8, col = blockIdx.x * 16;
  int sum = 0;
  for (int t = 0; t * 8 < K; ++t) {
    {
      const int at = (row0 + tid / 8) * K + t * 8 + tid % 8;
      As[tid / 8][tid % 8] =
          row0 + tid / 8 < M && t * 8 + tid % 8 < K ? A[at] : 0;
    }
    __syncthreads();
    for (int x = 0; x < 8; ++x)
      sum += As[tid / 8][x] * (t + x);
    __syncthreads();
  }
  if (row0 + tid / 8 < M && col + tid % 8 < N)
    C[(row0 + tid / 8) * N + col + tid % 8] = sum;
}
