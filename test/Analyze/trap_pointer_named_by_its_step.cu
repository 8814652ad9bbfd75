// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  float sum = 0;
  const float *from = A;
  const float *&name = ++from;
  name = C;
  for (int k = 0; k < K; ++k) {
    tile[t] = from[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
  C[t] = sum;
}
