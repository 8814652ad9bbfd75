// row_sums.cu with its tile in dynamic shared memory.
#include <cuda_runtime.h>

__global__ void dynamic_sums(const float *__restrict__ A,
                             float *__restrict__ sums, int n) {
  extern __shared__ float tile[];
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

void run(const float *A, float *sums, int rows, int n) {
  dynamic_sums<<<rows, 32, 32 * sizeof(float)>>>(A, sums, n);
}
