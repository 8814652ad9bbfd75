// One thread loads an index for all, between barriers of its own.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  __shared__ int base;
  for (int k = 0; k < K; k += 8) {
    if (tx == 0)
      base = (int)A[k] & 63;
    __syncthreads();
    As[tx] = A[base * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
  }
  C[tx] = acc;
}
