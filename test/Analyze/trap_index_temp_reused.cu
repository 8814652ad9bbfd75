// An index is used for two stores, with another value each.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  __shared__ float Bs[64];
  for (int k = 0; k < K; k += 8) {
    int i = tx;
    As[i] = A[k * 8 + i];
    i = 63 - tx;
    Bs[i] = A[k * 8 + i] * 2;
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63] * Bs[(tx + j) & 63];
    __syncthreads();
  }
  C[tx] = acc;
}
