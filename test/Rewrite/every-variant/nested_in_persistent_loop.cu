// A persistent kernel: the K-loop runs again and again in an outer loop, so
// its last tile must be read before the next round's first is stored.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single persistent
// RUN: %golden cpasync
// RUN: %golden ldg-single

__global__ void persistent(const float *__restrict__ A, float *__restrict__ out,
                           int rows, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;

  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    const float *x = A + row * n;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
      tile[t] = k + t < n ? x[k + t] : 0.0f;
      __syncthreads();

      for (int i = 0; i < 64; ++i)
        sum = sum * 0.9f + tile[(i + 7 * t) % 64];
      __syncthreads();
    }

    out[row * 64 + t] = sum;
  }
}
