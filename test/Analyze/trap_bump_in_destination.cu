// The destination counts, and the value needs the count.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[256];
  int tx = threadIdx.x;
  float acc = 0;
  for (int k = 0; k < K; k += 8) {
    int n = 0;
    for (int i = 0; i < 4; ++i)
      As[n++ * 64 + tx] = A[k * 8 + n * 64 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 255];
    __syncthreads();
  }
  C[tx] = acc;
}
