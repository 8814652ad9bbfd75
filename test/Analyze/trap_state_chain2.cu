// What compute needs comes of the load's state by way of two temporaries.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  int n = 3;
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[n * 8 + tx];
    int r = n * 2;
    int s = r + 1;
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63] * s;
    n = n + 3;
    __syncthreads();
  }
  C[tx] = acc + n;
}
