// The tile is turned in a second shared array, as in a matrix transpose that
// keeps both accesses to global memory coalesced.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=gram \
// RUN:   -DTHREADS=8,8 -DSTEP=8 -DA_ROWS=8 -DB_ROWS=8

constexpr int TILE = 8;

// out[i][j] = sum over k of a[i][k] * b[j][k]
__global__ void gram(const float *__restrict__ a, const float *__restrict__ b,
                     float *__restrict__ out, int n) {
  __shared__ float rows[TILE][TILE];
  __shared__ float staged[TILE][TILE + 1];
  __shared__ float turned[TILE][TILE + 1];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;

  for (int k = 0; k < n; k += TILE) {
    const bool inside = k + tx < n;
    rows[ty][tx] = inside ? a[ty * n + k + tx] : 0.0f;
    staged[ty][tx] = inside ? b[ty * n + k + tx] : 0.0f;
    __syncthreads();

    turned[tx][ty] = staged[ty][tx];
    __syncthreads();

    for (int i = 0; i < TILE; ++i)
      sum += rows[ty][i] * turned[i][tx];
    __syncthreads();
  }
  out[ty * TILE + tx] = sum;
}
