// The condition of the copy counts.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  int n = 0;
  for (int k = 0; k < K; k += 8) {
    if (n++ < 3)
      As[tx] = A[k * 8 + tx];
    else
      As[tx] = A[n * 8 + tx] * 2;
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    __syncthreads();
  }
  C[tx] = acc + n;
}
