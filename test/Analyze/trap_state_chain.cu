// The load's state changes twice a trip, and compute needs what comes of it.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  int n = 3;
  for (int k = 0; k < K; k += 8) {
    int r = n * 2;
    int s = r + 1;
    n += 3;
    As[tx] = A[s * 8 + tx + n];
    n += 1;
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63] * s;
    __syncthreads();
  }
  C[tx] = acc + n;
}
