// Source and result are different arrays in device memory.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single scan

__device__ float input[512], result[512];

__global__ void scan(const float *A, float *sums, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int i = t; i < 512; i += 32)
    input[i] = i < n ? A[i] : 1.0f;
  __syncthreads();

  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? input[k + t] : 0.0f;
    __syncthreads();

    for (int i = 0; i <= t; ++i)
      sum += tile[i];
    if (k + t < n)
      result[k + t] = sum + tile[31 - t];
    for (int i = t + 1; i < 32; ++i)
      sum += tile[i];
    __syncthreads();
  }

  for (int i = t; i < n; i += 32)
    sums[i] = result[i];
}
