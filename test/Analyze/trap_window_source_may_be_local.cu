// A pointer to global memory or to an array of the thread, which the trip fills
// in front of the load.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float u[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f, own[2] = {1.0f, 2.0f};
  u[1][t] = A[t];
  for (int k = 0; k < K; ++k) {
    own[k & 1] = k * 3.0f + t;
    const float *from = k % 3 == 1 ? &own[k & 1] : &A[k * 64 + t];
    u[0][t] = u[1][t];
    u[1][t] = *from;
    __syncthreads();
    sum += u[0][63 - t] * u[1][t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}
