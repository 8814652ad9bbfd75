// The second kernel computes a table before it reads what the first has written.
#include <cuda_runtime.h>

__global__ void first(float *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = x[i] * 2.0f;
}

__global__ void second(const float *x, float *y, int n) {
  __shared__ float table[256];
  float value = 1.0f + threadIdx.x;
  for (int i = 0; i < 16; ++i)
    value = value * value / (1.0f + value) + 0.25f;
  table[threadIdx.x] = value;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[i] * table[255 - threadIdx.x];
}

void run(float *x, float *y, int n) {
  first<<<(n + 255) / 256, 256>>>(x, n);
  second<<<(n + 255) / 256, 256>>>(x, y, n);
}
