// An index moves after the compute phase and before the second barrier. Both
// phases read it, and so does the code after the loop.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int base = 0;

  for (int i = 0; i < (n + 31) / 32; ++i) {
    tile[t] = (base + t < n) ? A[base + t] : 0.0f;
    __syncthreads();

    for (int j = 0; j < 32; ++j)
      if (base + j < n)
        sum += tile[j] / (base + j + 1);

    base += 32; // where the next tile begins
    __syncthreads();
  }

  out[t] = sum + base;
}
