// A goto makes a loop around the loop: its next round overwrites stage 0 while
// slow threads still compute.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[64];
  int tx = threadIdx.x;
  float acc = 0;
  int n = 0;
again:
  acc *= 2;
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j) & 63];
    __syncthreads();
  }
  if (++n < 3)
    goto again;
  C[tx] = acc;
}
