// What other threads wrote in compute is read behind its barrier, which goes.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[64];
  int tx = threadIdx.x;
  float acc = 0, s = 0;
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j) & 63];
    C[tx] = acc;
    __syncthreads();
    s += C[(tx + 1) & 63];
  }
  C[tx + 64] = acc + s;
}
