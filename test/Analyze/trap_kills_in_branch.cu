// The counter of the load loop is set in some threads only, then used.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[256];
  int i = 5;
  for (int k = 0; k < K; k += 8) {
    for (i = 0; i < 4; ++i)
      As[i * 64 + tx] = A[k * 8 + i * 64 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    __syncthreads();
  }
  if (K > 20)
    i = 0;
  C[tx] = acc + i;
}
