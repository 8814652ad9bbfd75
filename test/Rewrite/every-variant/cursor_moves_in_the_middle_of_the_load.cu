// The load goes on from a cursor that moves within the tile, by a length of the
// tile; behind the tile it moves once more.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk
// RUN: %golden cpasync

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  int len = 16, j = 0;
  float sum = 0.0f;

  while (j < n) {
    tile[t] = j + t < n ? A[j + t] : 0.0f;
    len = min(16, (n - j + 1) / 2);
    j += len;
    tile[t + 32] = j + t < n ? A[j + t] : 0.0f;
    __syncthreads();

    for (int i = 0; i < len; ++i)
      sum += tile[i] * tile[i + 32] * (t + 1);
    j += 16;
    __syncthreads();
  }

  out[t] = sum + len;
}
