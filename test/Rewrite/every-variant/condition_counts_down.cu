// The condition counts the tiles that are left, and nothing else uses the count:
// whoever asks for the next tile reads it and does not count.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk
// RUN: %golden ldg

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  int at = 0;
  float sum = 0.0f;

  int tiles = (n + 31) / 32;
  while (tiles--) {
    __syncthreads();
    tile[t] = at + t < n ? A[at + t] : 0.0f;
    __syncthreads();
    at += 32;

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
  }

  out[t] = sum + tiles;
}
