// From the last tile to the first; the step is negative.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DPADDED

#define STEP 32

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[STEP];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = (n + STEP - 1) / STEP * STEP; k > 0; k -= STEP) {
    tile[t] = A[k - STEP + t];
    __syncthreads();
    for (int i = 0; i < STEP; ++i)
      sum = sum * 0.75f + tile[(i + t) % STEP];
    __syncthreads();
  }

  out[t] = sum;
}
