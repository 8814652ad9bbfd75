// Each trip stores its result behind the last barrier, where nobody of the block
// reads it: the barrier protects the tile alone, and goes.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk
// RUN: %golden cpasync

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    float sum = 0.0f;
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * tile[i ^ t];
    __syncthreads();
    out[t] = sum;
  }
  if (n <= 0)
    out[t] = 0.0f;
}
