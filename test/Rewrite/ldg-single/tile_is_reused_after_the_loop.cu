// The tile becomes the buffer of a reduction.
//
// RUN: %rewrite_and_run ldg-single walk
// RUN: %golden ldg-single

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float buffer[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 32) {
    buffer[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + buffer[i ^ t];
    __syncthreads();
  }

  // Sum up over the block.
  buffer[t] = sum;
  for (int half = 16; half > 0; half /= 2) {
    __syncthreads();
    if (t < half)
      buffer[t] += buffer[t + half];
  }
  __syncthreads();
  out[t] = buffer[0] + sum;
}
