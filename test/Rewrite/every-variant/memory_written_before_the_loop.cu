// The loop's first barrier also publishes what was stored before the loop, and
// its last one protects it from what comes after.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  __shared__ float weights[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  weights[t] = 1.0f / (t + 1);

  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * weights[i ^ t];
    __syncthreads();
  }

  weights[t] = sum;
  __syncthreads();
  out[t] = weights[t ^ 1] - sum;
}
