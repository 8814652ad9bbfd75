// Memory that compute writes is read in the load phase, before the barrier.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[64];
  int tx = threadIdx.x;
  float acc = 0, s = 0;
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[k * 8 + tx];
    s += C[(tx + 1) & 63];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j) & 63];
    C[tx] = acc;
    __syncthreads();
  }
  C[tx + 64] = acc + s;
}
