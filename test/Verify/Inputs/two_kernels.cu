// Two kernels that get pipelines, each by flags of its own.
#include <cuda_runtime.h>

/// Sums of rows, a warp a row.
template <int T>
__global__ void first(const float *__restrict__ A, float *__restrict__ sums,
                      int n) {
  __shared__ float tile[T];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += T) {
    tile[t] = k + t < n ? A[blockIdx.x * n + k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += tile[(i + t) % T];
    __syncthreads();
  }
  sums[blockIdx.x * T + t] = sum;
}

extern "C" __global__ void second(const float *__restrict__ A,
                                  float *__restrict__ most, int n) {
  __shared__ float row[32];
  const int t = threadIdx.x;
  float largest = 0.0f;
  for (int k = 0; k < n; k += 32) {
    row[t] = k + t < n ? A[blockIdx.x * n + k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      largest = fmaxf(largest, row[(i + t) % 32]);
    __syncthreads();
  }
  most[blockIdx.x * 32 + t] = largest;
}

void launch(const float *A, float *B, int rows, int n) {
  first<32><<<rows, 32>>>(A, B, n);
  second<<<rows, 32>>>(A, B, n);
}
