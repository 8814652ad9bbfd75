// The loop stands in a device function, as that of paged attention: its callers pass
// the same to all threads.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DPADDED -DMORE

template <int Tile>
__device__ __forceinline__ float add_up(const float *__restrict__ A, int n,
                                        int first, const float *seen) {
  __shared__ float tile[Tile];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += Tile) {
    const bool is_sink = k == 0;
    if (k < first && !is_sink)
      continue;
    if (seen[k] < seen[0])
      continue;
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < Tile; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  return sum;
}

__global__ void walk(const float *A, float *out, int n) {
  out[threadIdx.x] = add_up<32>(A, n, n / 2, A);
}
