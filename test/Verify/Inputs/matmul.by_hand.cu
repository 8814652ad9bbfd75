// matmul.cu, pipelined by hand through registers; nvcc moves the loads behind the
// math, to the stores.
#include <cuda_runtime.h>

__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[2][16][16];
  __shared__ float Bs[2][16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0.0f, a = 0.0f, b = 0.0f;
  auto fetch = [&](int k0) {
    a = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.0f;
    b = k0 + ty < K && col < N ? B[(k0 + ty) * N + col] : 0.0f;
  };
  auto store = [&](int stage) {
    As[stage][ty][tx] = a;
    Bs[stage][ty][tx] = b;
  };
  int stage = 0;
  if (K > 0) {
    fetch(0);
    store(0);
  }
  for (int k0 = 0; k0 < K; k0 += 16) {
    __syncthreads();
    const bool has_next = k0 + 16 < K;
    if (has_next)
      fetch(k0 + 16);
    for (int k = 0; k < 16; ++k)
      sum += As[stage][ty][k] * Bs[stage][k][tx];
    if (has_next)
      store(stage ^ 1);
    stage ^= 1;
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
