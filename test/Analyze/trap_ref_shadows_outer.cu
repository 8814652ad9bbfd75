// A reference in the body has the name of a variable outside.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  float v = 2;
  acc += v;
  for (int k = 0; k < K; k += 8) {
    const float &v = A[k * 8 + tx];
    As[tx] = v * 2;
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    __syncthreads();
  }
  C[tx] = acc;
}
