// The load phase keeps a running sum, which is used after the loop.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  float r = 0;
  for (int k = 0; k < K; k += 8) {
    r += A[k * 8 + tx];
    As[tx] = r * 2;
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    __syncthreads();
  }
  C[tx] = acc + r;
}
