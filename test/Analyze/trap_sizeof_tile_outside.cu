// sizeof names the tile outside the loop.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  const int n = sizeof(As) / sizeof(float);
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    for (int j = 0; j < n; ++j)
      acc += As[j];
    __syncthreads();
  }
  C[tx] = acc;
}
