// The counters of a tile are reset beside its load and added to by other
// threads: the barrier that publishes both stays in its place.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk
// RUN: %rewrite_and_run cpasync4 walk
// RUN: %golden cpasync

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  __shared__ unsigned counts[8];
  const int t = threadIdx.x;
  float total = 0.0f;
  for (int k = 0; k < n; k += 32) {
    // Nothing counted yet.
    if (t < 8)
      counts[t] = 0;
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads(); // both are seen

    const float value = tile[31 - t];
    atomicAdd(&counts[(t * 5 + (value > 0.0f)) % 8], 1u);
    total += value * tile[t ^ 1];
    __syncthreads();

    total += counts[t % 8];
    __syncthreads();
  }
  out[t] = total;
}
