// Several stores in one statement are statements of their own.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DSTEP=64 -DWHOLE
// RUN: %golden cpasync
// RUN: %golden ldg

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    int at = k + t;
    // Both halves.
    tile[t] = A[at], tile[t + 32] = A[at + 32];
    __syncthreads();

    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }

  out[t] = sum;
}
