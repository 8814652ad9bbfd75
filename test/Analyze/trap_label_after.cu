// A goto crosses the loop.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[64];
  int tx = threadIdx.x;
  float acc = 0;
  int i = 5;
  if (K == 1)
    goto out;
  for (int k = 0; k < K; k += 8) {
    i = k * 8 + tx;
    As[tx] = A[i];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j) & 63];
    __syncthreads();
  }
out:
  C[tx] = acc + i;
}
