// Only some threads load, always the same ones: the footprint stays.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DPADDED

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float even[16];
  __shared__ float odd[16];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 32) {
    if (t < 16) {
      even[t] = A[k + 2 * t]; // the first half of the threads
    }
    if (t >= 16) odd[t - 16] = A[k + 2 * (t - 16) + 1]; // the second half
    __syncthreads();

    for (int i = 0; i < 16; ++i)
      sum = sum * 0.5f + even[i] * odd[(i + t) % 16];
    __syncthreads();
  }

  out[t] = sum;
}
