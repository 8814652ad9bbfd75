// The state is an array, and compute needs it.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  int off[2] = {0, 64};
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[off[(k / 8) & 1] + tx];
    off[(k / 8) & 1] += 128;
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63] + off[1];
    __syncthreads();
  }
  C[tx] = acc + off[0];
}
