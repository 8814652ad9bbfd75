// The prologue of a counter that runs from 0 by a constant goes by the number of
// the stage; the load's own counter starts behind it. Up to the last number that
// an int holds nothing overflows.
//
// RUN: %rewrite_and_run cpasync3,cpasync4,pipeline3 end_of_int
// RUN: %golden cpasync3
// RUN: %golden cpasync4

constexpr int STEP = 1 << 20;

__global__ void far(const float *A, float *out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += STEP) {
    tile[t] = A[k / STEP * 32 + t];
    __syncthreads();

    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}
