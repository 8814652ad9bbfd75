// The statement that both sides need moves a counter of the thread.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  int j = 0;
  for (int k = 0; k < K; k += 8) {
    int row = j++;
    As[tx] = A[row * 64 + tx];
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      acc += As[(tx + i * 9) & 63] * row;
    __syncthreads();
  }
  C[tx] = acc + j;
}
