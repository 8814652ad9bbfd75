// After the loop others write what the load phase has read.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  for (int k = 0; k < K; k += 8) {
    __syncthreads();
    As[tx] = C[(63 - tx) ^ k];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
  }
  if (K > 0)
    C[tx] = acc;
}
