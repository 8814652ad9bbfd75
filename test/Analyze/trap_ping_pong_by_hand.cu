// The loop switches buffers by itself.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[2][64];
  int b = 0;
  for (int k = 0; k < K; k += 8) {
    As[b][tx] = A[k * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[b][(tx + j * 9) & 63] * k;
    b ^= 1;
    __syncthreads();
  }
  C[tx] = acc;
}
