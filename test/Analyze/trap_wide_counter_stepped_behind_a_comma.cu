// RUN: %never_wrong

__global__ void __launch_bounds__(64)
trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  int t = threadIdx.x, k = 0, other = 0;
  float sum = 0;
  while (k < K) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
    (other, k) += 3;
  }
  C[t] = sum;
}
