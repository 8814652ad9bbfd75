// Of a counter that starts anywhere, no multiple of the step may be an int: the
// load counts for itself in the prologue, too, as the loop does.
//
// RUN: %rewrite_and_run cpasync3 end_of_int
// RUN: %golden cpasync3

constexpr int STEP = 1 << 20;

__global__ void far(const float *A, float *out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  const int begin = blockIdx.x;
  float sum = 0;
  for (int k = begin; k < n; k += STEP) {
    tile[t] = A[k / STEP * 32 + t];
    __syncthreads();

    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}
