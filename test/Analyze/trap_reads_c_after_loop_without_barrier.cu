// What compute wrote is read by others after the loop.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  C[tx] = 0;
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      C[tx] += As[(tx + j * 9) & 63];
    __syncthreads();
  }
  if (K > 0)
    C[tx + 64] = C[63 - tx];
}
