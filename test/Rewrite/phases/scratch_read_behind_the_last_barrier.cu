// Compute hands a tile's sums to other threads through shared memory, which the
// trip's last barrier publishes: it stays. The tile has stages all the same.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk
// RUN: %rewrite_and_run cpasync4 walk
// RUN: %golden cpasync
// RUN: %golden ldg-single

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  __shared__ float sums[32];
  const int t = threadIdx.x;
  float total = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();

    float sum = 0.0f;
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * tile[i ^ t];
    sums[t] = sum;
    __syncthreads();

    // What the neighbour has found.
    total += sums[t ^ 1] - sums[31 - t];
  }
  out[t] = total;
}
