// The load names its counter through a reference: the load of the next tile
// would find this tile's.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[64];
  int tx = threadIdx.x;
  float acc = 0;
  int k = 0;
  const int &kk = k;
  for (; k < K; k += 8) {
    As[tx] = A[kk * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j) & 63];
    __syncthreads();
  }
  C[tx] = acc;
}
