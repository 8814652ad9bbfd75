// The number of copies has the name of another constant outside the loop.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[256];
  const int N = 2;
  acc += N;
  for (int k = 0; k < K; k += 8) {
    const int N = 4;
    for (int i = 0; i < N; ++i)
      As[i * 64 + tx] = A[k * 8 + i * 64 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 30) & 255];
    __syncthreads();
  }
  C[tx] = acc;
}
