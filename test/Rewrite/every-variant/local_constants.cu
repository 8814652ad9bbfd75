// Constants that are declared in the loop body, for the load only, for the
// compute phase only, for both.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  enum { Width = 32 };

  for (int k = 0; k < n; k += Width) {
    constexpr float zero = 0;
    const int stride = 16;
    constexpr float factor = 0.5;
    for (int i = 0; i < Width; i += stride)
      if (t < stride)
        tile[i + t] = k + i + t < n ? A[k + i + t] : zero;
    __syncthreads();

    for (int i = 0; i < Width; i += stride)
      for (int j = 0; j < stride; ++j)
        sum = sum * factor + tile[(i + j) ^ t];
    __syncthreads();
  }

  out[t] = sum;
}
