// The pointer moves only where the guard holds.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[64];
  int tx = threadIdx.x;
  float acc = 0;
  const float *p = A;
  for (int k = 0; k < K; k += 8) {
    As[tx] = ((k + tx) & 8) ? *p++ : 0.0f;
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j) & 63];
    __syncthreads();
  }
  C[tx] = acc;
}
