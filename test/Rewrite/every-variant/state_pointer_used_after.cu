// A pointer and a count move on with the tiles; what no tile holds is read
// through them after the loop.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk
// RUN: %golden cpasync

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  const float *p = A + t;
  int left = n;
  float sum = 0.0f;

  for (int k = 0; k < n / 32; k++) {
    tile[t] = *p;
    p += 32;
    left -= 32;
    __syncthreads();

    for (int i = 0; i < 32; ++i)
      sum += tile[i];
    __syncthreads();
  }

  // The rest, without a tile.
  if (t < left)
    sum += *p;
  out[t] = sum;
}
