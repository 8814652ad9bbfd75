// barrier, load, barrier, compute with a scratch array that has a barrier of
// its own.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=smooth \
// RUN:   -DTHREADS=16,2 -DSTEP=16 -DA_ROWS=2 -DB_ROWS=2
// RUN: %golden cpasync

template <int W>
__global__ void smooth_rows(const float *__restrict__ a, const float *__restrict__ b,
                            float *__restrict__ out, int n) {
  __shared__ float line[2][W], weight[2][W];
  __shared__ float filtered[2][W];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;

  for (int k = 0; k < n; k += W) {
    __syncthreads();  // the last line has been used
    line[y][x] = k + x < n ? a[y * n + k + x] : 0.0f;
    weight[y][x] = k + x < n ? b[y * n + k + x] : 1.0f;
    __syncthreads();

    // Horizontally, ...
    const float left = x > 0 ? line[y][x - 1] : 0.0f;
    const float right = x < W - 1 ? line[y][x + 1] : 0.0f;
    filtered[y][x] = (left + right) * weight[y][W - 1 - x];
    __syncthreads();

    // ... then vertically.
    sum = sum * 0.5f + filtered[0][x] - filtered[1][x] * line[y][W - 1 - x];
  }
  out[y * W + x] = sum;
}

#define smooth smooth_rows<16>
template __global__ void smooth_rows<16>(const float *, const float *, float *, int);
