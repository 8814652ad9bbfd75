// The start of the copy loop changes in its body.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[128];
  for (int k = 0; k < K; k += 8) {
    unsigned n = threadIdx.x;
    for (int i = n; i < 128; i += 64) {
      As[i] = A[k * 8 + i];
      n += 1;
    }
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j) % 64 + 64];
    __syncthreads();
  }
  C[tx] = acc;
}
