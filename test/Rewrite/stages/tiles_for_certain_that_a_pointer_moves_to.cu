// The load goes by a pointer of its own, not by the number of the trip: which tile
// it is, the test in front of it says.
//
// RUN: %rewrite_and_run cpasync3 walk -DPADDED -DKERNEL=launch
// RUN: %golden cpasync3

__global__ void launch(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  const float *from = A + t;
  float sum = n;
  for (int chunk = 0; chunk < 3; ++chunk) {
    tile[t] = n >= 96 ? *from : 0.0f;
    from += 32;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}
