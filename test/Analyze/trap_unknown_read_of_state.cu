// Compute reads the load's state through a pointer in a struct.
//
// RUN: %never_wrong

struct S {
  int *p;
};
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  int n = 0;
  S s;
  s.p = &n;
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[n * 8 + tx];
    n += 8;
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63] * (*s.p);
    __syncthreads();
  }
  C[tx] = acc;
}
