// A tile declared in the loop keeps elements of an earlier trip.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  for (int k = 0; k < K; k += 8) {
    __shared__ float As[64];
    if (k == 0 || tx < 32)
      As[tx] = A[k * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    __syncthreads();
  }
  C[tx] = acc;
}
