// Bit-fields have no address.
//
// RUN: %never_wrong

struct Q {
  unsigned lo : 8, hi : 24;
};
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ Q As[64];
  const Q *A2 = (const Q *)A;
  for (int k = 0; k < K; k += 8) {
    As[tx].lo = A2[k * 8 + tx].lo;
    As[tx].hi = A2[k * 8 + tx].hi;
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j) & 63].lo;
    __syncthreads();
  }
  C[tx] = acc;
}
