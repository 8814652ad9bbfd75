// Load and compute need a value from shared memory, which one thread puts there
// in front of the loop.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  __shared__ int start;
  if (tx == 0)
    start = int(A[0]) & 7;
  __syncthreads();
  for (int k = 0; k < K; k += 8) {
    int from = start + k;
    As[tx] = A[from * 8 + tx];
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      acc += As[(tx + i * 9) & 63] * from;
    __syncthreads();
  }
  C[tx] = acc;
}
