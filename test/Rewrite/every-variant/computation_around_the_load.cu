// Statements that have nothing to do with the tile stand before, between and
// behind everything else; each keeps its place in the order of the trips.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk
// RUN: %golden ldg-single

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int trips = 0;

  for (int k = 0; k < n; k += 32) {
    ++trips;
    // Older tiles count less.
    sum *= 0.5f;
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    sum += k;
    __syncthreads();
    sum -= trips;
    for (int i = 0; i < 32; ++i)
      sum += tile[i ^ t] * trips;
    __syncthreads();
    sum += 1.0f / trips;
  }

  out[t] = sum;
}
