// The tile's address is kept by way of a second pointer.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  const float *keep = nullptr;
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    const float *q = As;
    if (k == 0)
      keep = q;
    for (int j = 0; j < 8; ++j)
      acc += keep[(tx + j) & 63];
    __syncthreads();
  }
  C[tx] = acc;
}
