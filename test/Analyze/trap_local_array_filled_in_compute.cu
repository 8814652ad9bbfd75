// Compute changes a table of indices, in registers.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  int idx[4] = {0, 1, 2, 3};
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[idx[(k / 8) & 3] * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    idx[(k / 8 + 1) & 3] += 5;
    __syncthreads();
  }
  C[tx] = acc;
}
