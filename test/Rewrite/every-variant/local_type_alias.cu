// Types and constants of the loop body are known in the load phase too.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  enum { Width = 32 };

  for (int k = 0; k < n; k += Width) {
    using Scalar = float;
    constexpr Scalar zero = 0;
    tile[t] = k + t < n ? A[k + t] : Scalar(zero);
    __syncthreads();

    for (int i = 0; i < Width; ++i)
      sum = sum * Scalar(0.5) + tile[i ^ t];
    __syncthreads();
  }

  out[t] = sum;
}
