// Conditions count what was loaded: they must not be asked twice.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float u[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int loaded = 0, row = 0;
  u[1][t] = A[t];
  for (int k = 0; k < K; ++k) {
    u[0][t] = u[1][t];
    if (loaded++ % 3 != 2)
      u[1][t] = A[loaded * 64 + t];
    else
      u[1][t] = A[row++ * 64 + t];
    __syncthreads();
    sum += u[0][63 - t] * u[1][t ^ 1];
    __syncthreads();
  }
  C[t] = sum + loaded * 1000.0f + row;
}
