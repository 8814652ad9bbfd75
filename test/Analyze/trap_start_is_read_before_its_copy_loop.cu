// What stands between the start of a counter and its loop reads the counter:
// the start stays where it is.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[64];
  const int tx = threadIdx.x;
  float acc = 0;
  for (int k = 0; k < K; k += 8) {
    int i = 0;
    i = tx;
    const int at = 8 * k + i;
    while (i < 64) {
      As[i] = A[at + i];
      i += 64;
    }
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    __syncthreads();
  }
  C[tx] = acc;
}
