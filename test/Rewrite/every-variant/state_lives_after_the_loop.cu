// Everything that moves in the loop has its old value behind it, whether the
// load moves it, the compute phase, or the header; and if there was no tile.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  const float *p = A;
  int left = n, index = -1, tiles = 0;
  float sum = 0.0f;

  for (; left > 0; left -= 32, ++tiles) {
    index = tiles * 32 + t;
    tile[t] = index < n ? *(p + t) : 0.0f;
    p += 32;
    __syncthreads();

    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i ^ t];
    sum += left;
    __syncthreads();
  }

  out[t] = sum + (p - A) * 2 + left * 3 + index * 5 + tiles * 7;
}
