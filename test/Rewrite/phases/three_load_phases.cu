// Three tiles, one after the other, and a scratch array that is filled twice.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=gated \
// RUN:   -DTHREADS=32,2 -DSTEP=32 -DA_ROWS=2 -DB_ROWS=2
// RUN: %golden cpasync

// silu(gate) * up, then a dot product with the weights of the next layer.
__global__ void gated(const float *__restrict__ a, const float *__restrict__ b,
                      float *__restrict__ out, int n) {
  __shared__ float gate[2][32], up[2][32], down[2][32];
  __shared__ float hidden[2][32];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 32) {
    const bool inside = k + x < n;

    gate[y][x] = inside ? a[y * n + k + x] : 0.0f;
    __syncthreads();

    // The gate, over all rows.
    hidden[y][x] = 1.0f / (1.0f + expf(-gate[0][x] - gate[1][31 - x]));
    __syncthreads();

    up[y][x] = inside ? b[y * n + k + x] : 0.0f;
    __syncthreads();

    const float h = hidden[1 - y][x] * up[y][31 - x];
    __syncthreads();

    hidden[y][x] = h;
    down[y][x] = inside ? b[(1 - y) * n + k + x] : 0.0f;
    __syncthreads();

    for (int i = 0; i < 32; i += 4)
      sum += hidden[y][i] * down[y][(i + x) % 32];
    __syncthreads();
  }
  out[y * 32 + x] = sum;
}
