// The barrier in front of the load is left out in the first trip, the one behind
// compute in the last.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DPADDED \
// RUN:   "-DKERNELS=first,last"
// RUN: %golden cpasync

__global__ void first(const float *A, float *out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    // Nobody reads in the first trip.
    if (k > 0)
      __syncthreads();
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
  }
  out[t] = sum;
}

__global__ void last(const float *A, float *out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    if (k + 32 < n) {
      __syncthreads();
    }
  }
  out[t] = sum;
}
