// A `while` loop whose variables move in the body and live on after the loop.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk
// RUN: %golden cpasync

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  int k = 0, left = n;
  float sum = 0.0f;

  while (left > 0) {
    if (t < left)
      tile[t] = A[k + t];
    else
      tile[t] = 0.0f;
    __syncthreads();

    for (int i = 0; i < 32; ++i)
      sum += tile[i];
    __syncthreads();

    // Move on to the next tile.
    k += 32;
    left -= 32;
  }

  out[t] = sum + k * 1000.0f + left;
}
