// The first barrier of the loop publishes what the load reads.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  C[tx] = tx;
  for (int k = 0; k < K; k += 8) {
    __syncthreads();
    As[tx] = C[63 - tx] + A[k * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
  }
  C[tx + 64] = acc;
}
