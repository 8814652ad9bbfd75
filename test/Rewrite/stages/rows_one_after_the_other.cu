// A persistent kernel: each row starts with a prologue of its own, behind a
// barrier for the last tile of the row before.
//
// RUN: %rewrite_and_run cpasync3,cpasync4,cpasync6 persistent
// RUN: %golden cpasync3

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
