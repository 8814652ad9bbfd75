// The step shrinks at the last trip, where the load phase starts: the header,
// the load and compute use it. The statement stays where it is, the load phase
// of the next tile makes it once more.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk
// RUN: %golden cpasync
// RUN: %golden ldg-single

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  int len = blockDim.x;
  float sum = 0.0f;

  for (int j = 0; j < n; j += len) {
    // The last tile may be short.
    if (j + len > n)
      len = n - j;

    tile[t] = t < len ? A[j + t] : 0.0f;
    __syncthreads();

    for (int i = 0; i < len; ++i)
      sum += tile[i] * (t + len);
    __syncthreads();
  }

  out[t] = sum + len;
}
