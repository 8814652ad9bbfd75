// Two pieces of dynamic shared memory, with rows of a length that the host
// knows: the last tile is short, and so is what is read of it.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --dump-after=rewrite %s 2>&1 \
// RUN:   | not grep left-alone
// RUN: %rewrite_and_run cpasync short_tiles

constexpr int ROWS = 16;

extern __shared__ float smem[];
__global__ void __launch_bounds__(64)
    products(const float *__restrict__ A, float *__restrict__ C, int n, int d) {
  float *Ks = smem, *Vs = smem + ROWS * d;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int i = t; i < rows * d; i += blockDim.x) {
      Ks[i] = A[j0 * d + i];
      Vs[i] = A[1024 + j0 * d + i];
    }
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      for (int x = 0; x < d; ++x)
        sum += Ks[j * d + x] * Vs[j * d + x];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int n) {
  products<<<1, 64, 2 * ROWS * 8 * sizeof(float)>>>(A, C, n, 8);
}
