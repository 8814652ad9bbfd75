// The K-loop's first barrier also protects the tile from the round before; and
// its scratch array lives on from round to round.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single persistent
// RUN: %golden ldg-single

__global__ void persistent(const float *__restrict__ A, float *__restrict__ out,
                           int rows, int n) {
  __shared__ float tile[64];
  __shared__ float history[64];
  const int t = threadIdx.x;
  history[t] = 0.0f;

  int row = blockIdx.x;
  do {
    float sum = row < rows ? 1.0f : 0.0f;

    for (int k = 0; k < n; k += 64) {
      __syncthreads();
      tile[t] = k + t < n && row < rows ? A[row * n + k + t] : 0.0f;
      __syncthreads();

      for (int i = 0; i < 64; i += 8)
        sum = sum * 0.9f + tile[(i + 7 * t) % 64];
      history[63 - t] += sum;
      __syncthreads();
      sum += history[t] * tile[t ^ 5];
    }

    if (row < rows)
      out[row * 64 + t] = sum;
    row += gridDim.x;
  } while (row < rows);
}
