// The counter is a float.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  for (float x = 0; x < K; x += 7.3f) {
    As[tx] = A[int(x) * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63] * x;
    __syncthreads();
  }
  C[tx] = acc;
}
