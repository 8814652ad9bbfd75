// The tile's address is kept in a device variable.
//
// RUN: %never_wrong

__device__ const float *keep;
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    if (k == 0 && tx == 0)
      keep = As;
    if (k == 0)
      keep = As;
    acc += keep[tx ^ 1];
    __syncthreads();
  }
  C[tx] = acc;
}
