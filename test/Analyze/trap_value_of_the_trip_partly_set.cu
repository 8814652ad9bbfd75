// The value is set under a condition: a trip that does not set it has that of
// the trip before.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  float scale = 1.0f;
  for (int k = 0; k < K; k += 8) {
    if (k % 16 == 0)
      scale = A[k];
    As[tx] = A[k * 8 + tx] * scale;
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      acc += As[(tx + i * 9) & 63] * scale;
    __syncthreads();
  }
  C[tx] = acc;
}
