// A chain of ifs, one of which asks for the trip.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  for (int k = 0; k < K; k += 8) {
    if (tx < 16)
      As[tx] = A[k * 8 + tx];
    else if (tx < 32)
      As[tx] = A[4096 + k * 8 + tx] * 3;
    else if (k & 8)
      As[tx] = A[tx];
    else
      As[tx] = 0;
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    __syncthreads();
  }
  C[tx] = acc;
}
