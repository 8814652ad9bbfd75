// `#pragma unroll` on a K-loop whose trip count is not known goes.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DPADDED
// RUN: %golden cpasync

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Tile by tile.
  #pragma unroll
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i ^ t];
    __syncthreads();
  }

  out[t] = sum;
}
