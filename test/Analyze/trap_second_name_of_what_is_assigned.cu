// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  int k = 0, other = 0;
  int *name = &(k = 0);
  float sum = 0;
  while (k < K) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    *name += 1;
    sum += tile[63 - t];
    __syncthreads();
    sum += k;
  }
  C[t] = sum + other;
}
