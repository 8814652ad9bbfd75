// The load's state is named by a reference into an array.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  int ix[2] = {1, 2};
  for (int k = 0; k < K; k += 8) {
    int &i = ix[k / 8 & 1];
    As[tx] = A[i * 8 + tx];
    i += 3;
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    __syncthreads();
  }
  C[tx] = acc;
}
