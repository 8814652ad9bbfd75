// An array of running sums in the load phase.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[256];
  float tmp[4] = {0, 0, 0, 0};
  for (int k = 0; k < K; k += 8) {
    for (int i = 0; i < 4; ++i)
      tmp[i] += A[k * 8 + i * 64 + tx];
    for (int i = 0; i < 4; ++i)
      As[i * 64 + tx] = tmp[3 - i];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) * 11 & 255];
    __syncthreads();
  }
  C[tx] = acc;
}
