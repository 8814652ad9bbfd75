// The loop's own test stands in braces in its braces.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DPADDED -DKERNEL=launch
// RUN: %golden ldg

__global__ void launch(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0;; k += 32) {
    {
      if (k >= n)
        break;
      tile[t] = A[k + t];
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum = sum * 0.5f + tile[i] * (i + t);
      __syncthreads();
    }
  }
  out[t] = sum;
}
