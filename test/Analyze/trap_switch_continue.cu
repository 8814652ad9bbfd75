// A `continue` in a switch continues the K-loop.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[64];
  int tx = threadIdx.x;
  float acc = 0;
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    switch (k & 8) {
    case 8:
      continue;
    default:
      acc += 1;
    }
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j) & 63];
    __syncthreads();
  }
  C[tx] = acc;
}
