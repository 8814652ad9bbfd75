// The tile is a union: stored as floats, read as floats and as bits.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk

union Tile {
  float f[32];
  int i[32];
};

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ Tile tile;
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 32) {
    tile.f[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();

    for (int i = 0; i < 32; ++i)
      sum += tile.f[i] + (tile.i[i] & 1);
    __syncthreads();
  }

  out[t] = sum;
}
