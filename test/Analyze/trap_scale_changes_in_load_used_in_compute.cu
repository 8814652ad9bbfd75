// The load changes a factor that compute uses.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  float scale = 1;
  for (int k = 0; k < K; k += 8) {
    scale = scale * 0.5f + 1;
    As[tx] = A[k * 8 + tx] * scale;
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63] * scale;
    __syncthreads();
  }
  C[tx] = acc + scale;
}
