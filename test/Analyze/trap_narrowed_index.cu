// A cast makes the index repeat: two copies to one element.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[256];
  for (int k = 0; k < K; k += 8) {
    for (int i = 0; i < 8; ++i)
      As[(unsigned char)(i * 64 + tx)] = A[k * 8 + i * 64 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) * 11 & 255];
    __syncthreads();
  }
  C[tx] = acc;
}
