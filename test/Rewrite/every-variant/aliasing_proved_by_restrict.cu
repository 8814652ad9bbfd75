// Running sums are stored to global memory in the loop; __restrict__ says that
// no tile comes from there.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single scan

__global__ void scan(const float *A, float *__restrict__ sums, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();

    for (int i = 0; i <= t; ++i)
      sum += tile[i];
    if (k + t < n)
      sums[k + t] = sum;
    for (int i = t + 1; i < 32; ++i)
      sum += tile[i];
    __syncthreads();
  }
}
