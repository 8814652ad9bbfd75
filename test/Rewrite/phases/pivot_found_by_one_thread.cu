// Four phases; one thread finds a scalar for all, in shared memory; the second
// tile is loaded where it is read.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=normalise \
// RUN:   -DTHREADS=16,2 -DSTEP=16 -DA_ROWS=2 -DB_ROWS=2

__global__ void normalise(const float *__restrict__ a, const float *__restrict__ b,
                          float *__restrict__ out, int n) {
  __shared__ float panel[2][16];
  __shared__ float row[2][16];
  __shared__ float pivot;
  __shared__ int where;
  const int tx = threadIdx.x, ty = threadIdx.y;
  float x = 0.0f;

  for (int k = 0; k < n; k += 16) {
    panel[ty][tx] = k + tx < n ? a[ty * n + k + tx] : 0.0f;
    __syncthreads();

    // Find the pivot.
    if (tx == 0 && ty == 0) {
      pivot = 0.0f;
      where = 0;
      for (int i = 0; i < 16; ++i) {
        if (fabsf(panel[0][i]) > fabsf(pivot)) {
          pivot = panel[0][i];
          where = i;
        }
      }
    }
    __syncthreads();

    // Divide by it, while the right hand side comes in.
    row[ty][tx] = k + tx < n ? b[ty * n + k + tx] : 0.0f;
    const float scale = pivot != 0.0f ? 1.0f / pivot : 1.0f;
    __syncthreads();

    x = x * 0.5f + panel[ty][tx] * scale * row[1 - ty][where];
    __syncthreads();
  }
  out[ty * 16 + tx] = x;
}
