// Unsigned arithmetic: the last `k + 32` may not be compared as signed.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const unsigned t = threadIdx.x;
  const unsigned end = n;
  float sum = 0.0f;
  for (unsigned k = 0u; k < end; k += blockDim.x) {
    // Zeros behind the end.
    tile[t] = k + t < end ? A[k + t] : 0.0f;
    __syncthreads();
    for (unsigned i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}
