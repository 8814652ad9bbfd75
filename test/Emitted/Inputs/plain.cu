// Sums of tiles.
__global__ void sums(const float *A, float *out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    // The tile of this trip.
    tile[t] = A[k + t];
    __syncthreads();
    // All of it.
    for (int i = 0; i < 32; ++i)
      sum += tile[i];
    __syncthreads(); // Read by all.
  }
  out[t] = sum;
}
