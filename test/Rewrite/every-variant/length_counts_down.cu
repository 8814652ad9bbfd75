// A tile's length is cut to what is left, which counts down in the body; both
// end the loop.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk
// RUN: %golden cpasync

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  int len = 32, left = n;
  float sum = 0.0f;

  while (len == 32 && left > 0) {
    if (left < len)
      len = left;
    tile[t] = t < len ? A[t] : 0.0f;
    __syncthreads();

    A += len;
    left -= len;
    for (int i = 0; i < len; ++i)
      sum += tile[i] * t;
    __syncthreads();
  }

  out[t] = sum + len;
}
