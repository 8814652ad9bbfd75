// Behind the last row, a loop of its own fills a row of the tile with zeros: either
// loop stores the same elements.
//
// RUN: %rewrite_and_run ldg,ldg-single walk -DPADDED -DKERNEL=launch
// RUN: %golden ldg

__global__ void launch(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32][4];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (k + t < n) {
      for (int d = 0; d < 4; ++d)
        tile[t][d] = A[k + (t + d) % 32];
    } else {
      for (int e = 0; e < 4; ++e)
        tile[t][e] = 0.0f;
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i][(i + t) % 4] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}
