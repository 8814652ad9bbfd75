// A temporary narrows what is loaded.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ int As[64];
  for (int k = 0; k < K; k += 8) {
    signed char v = (int)A[k + tx] * 77;
    As[tx] = v;
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    __syncthreads();
  }
  C[tx] = acc;
}
