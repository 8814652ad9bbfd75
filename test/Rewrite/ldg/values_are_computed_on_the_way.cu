// Values that are scaled, converted and combined on their way to the tile: what
// is kept in registers is what was loaded, and the arithmetic waits.
//
// RUN: %rewrite_and_run ldg normalize

#include <cuda_fp16.h>

// Rows of x, normalized, times the columns of w.
__global__ void normalize(const __half *__restrict__ x,
                          const signed char *__restrict__ w,
                          const float *__restrict__ mean,
                          const float *__restrict__ scale,
                          float *__restrict__ y, int columns) {
  __shared__ float x_tile[32];
  __shared__ float w_tile[32];
  const int t = threadIdx.x;
  const float m = mean[0], s = scale[0];
  float sum = 0.0f;

  for (int c = 0; c < columns; c += 32) {
    x_tile[t] = (__half2float(x[c + t]) - m) * s; // normalized
    w_tile[t] = 0.125f * w[c + t] + scale[1];     // dequantized
    __syncthreads();

    for (int i = 0; i < 32; ++i)
      sum += x_tile[i] * w_tile[(i + t) % 32];
    __syncthreads();
  }

  y[t] = sum;
}
