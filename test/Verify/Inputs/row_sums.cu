// Each thread sums its block's row, starting at an element of its own.
#include <cuda_runtime.h>

__global__ void row_sums(const float *__restrict__ A, float *__restrict__ sums,
                         int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[blockIdx.x * n + k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[(i + t) % 32];
    __syncthreads();
  }
  sums[blockIdx.x * 32 + t] = sum;
}
