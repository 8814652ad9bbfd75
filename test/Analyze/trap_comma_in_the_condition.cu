// RUN: %never_wrong --stages=3

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  int z = 0, k = 0;
  float sum = 0;
  do {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t] + tile[(t + 1) % 64];
    __syncthreads();
    ++k;
  } while (z, k < K);
  C[t] = sum;
}
