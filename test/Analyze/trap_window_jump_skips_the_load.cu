// A continue of an inner loop decides what is loaded.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float u[2][128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  u[1][t] = u[1][t + 64] = A[t];
  for (int k = 0; k < K; ++k) {
    u[0][t] = u[1][t];
    for (int i = 0; i < 2; ++i) {
      if (i * 64 + t + k > 100)
        continue;
      u[1][i * 64 + t] = A[k * 64 + i * 64 + t];
    }
    __syncthreads();
    sum += u[0][63 - t] * u[1][127 - t];
    __syncthreads();
  }
  C[t] = sum;
}
