// Kernels without a K-loop, and a template that nobody instantiates.
#include <cuda_runtime.h>

__global__ void scale(float *x, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= a;
}

__global__ void sum(const float *x, float *y, int n) {
  __shared__ float part[256];
  float s = 0;
  for (int i = threadIdx.x; i < n; i += 256)
    s += x[i];
  part[threadIdx.x] = s;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < 256; ++i)
      s += part[i];
    *y = s;
  }
}

template <int T>
__global__ void product(const float *A, const float *B, float *C, int n) {
  __shared__ float a[T][T], b[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float s = 0;
  for (int k = 0; k < n; k += T) {
    a[ty][tx] = A[row * n + k + tx];
    b[ty][tx] = B[(k + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < T; ++i)
      s += a[ty][i] * b[i][tx];
    __syncthreads();
  }
  C[row * n + col] = s;
}

void run(float *x, float *y, int n) {
  scale<<<(n + 255) / 256, 256>>>(x, 2.0f, n);
  sum<<<1, 256>>>(x, y, n);
}
