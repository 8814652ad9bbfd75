// What callers pass tells where a device function loads from: its variables give
// way to the loads as those of a kernel do.
//
// RUN: %rewrite_and_run cpasync walk -DKERNEL=launch
// RUN: %golden cpasync

__device__ float summed(const float *A, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    float x = 0.0f;
    if (k + t < n)
      x = A[k + t];
    tile[t] = x;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i] * (i + t);
    __syncthreads();
  }
  return sum;
}

__global__ void launch(const float *A, float *out, int n) {
  out[threadIdx.x] = summed(A, n);
}
