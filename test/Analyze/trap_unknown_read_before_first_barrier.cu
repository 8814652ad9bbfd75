// The tile of the trip before is read through an integer made a pointer, in
// front of the first barrier.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  As[tx] = 0;
  unsigned long long a = (unsigned long long)As;
  const float *p = (const float *)a;
  for (int k = 0; k < K; k += 8) {
    acc += p[tx] * 3;
    __syncthreads();
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
  }
  C[tx] = acc;
}
