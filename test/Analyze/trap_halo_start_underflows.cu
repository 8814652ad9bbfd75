// The copy loop starts at threadIdx.x - 4: unsigned, but -4 as an int.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[80];
  for (int k = 0; k < K; k += 8) {
    for (int i = threadIdx.x - 4; i < 64; i += 64)
      As[i + 4] = A[k * 8 + i + 4];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j) % 68];
    __syncthreads();
  }
  C[tx] = acc;
}
