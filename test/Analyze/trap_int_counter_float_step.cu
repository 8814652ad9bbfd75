// The counter is an int, its step a float.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  for (int k = 0; k < K; k += 7.9f) {
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63] * k;
    __syncthreads();
  }
  C[tx] = acc;
}
