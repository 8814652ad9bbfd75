// The step of a trip is set behind the barrier, for the header and for compute:
// it moves up, as the next tile starts where this one ends.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk
// RUN: %golden ldg

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int len;

  for (int j = 0; j < n; j += len) {
    tile[t] = j + t < n ? A[j + t] : 0.0f;
    __syncthreads();

    const int left = n - j;
    // No warp divergence: all threads agree.
    len = min(32, left);
    for (int i = 0; i < len; ++i)
      sum += tile[i] * (t + left);
    __syncthreads();
  }

  out[t] = sum;
}
