// A tile declared in the loop has the name of one outside.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  As[tx] = A[4096 + tx];
  __syncthreads();
  for (int k = 0; k < K; k += 8) {
    acc += As[(tx + 1) & 63];
    __shared__ float As[64];
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    __syncthreads();
  }
  C[tx] = acc;
}
