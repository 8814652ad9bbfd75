// The loop switches buffers by itself and reads the other one too.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[2][64];
  for (int k = 0; k < K; k += 8) {
    As[(k / 8) % 2][tx] = A[k * 8 + tx];
    __syncthreads();
    if (k)
      for (int j = 0; j < 8; ++j)
        acc += As[(k / 8) % 2][(tx + j * 9) & 63] *
               As[(k / 8 + 1) % 2][(tx + j) & 63];
    __syncthreads();
  }
  C[tx] = acc;
}
