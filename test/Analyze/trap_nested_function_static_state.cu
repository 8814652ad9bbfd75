// A static variable of a helper counts.
//
// RUN: %never_wrong

__device__ int bump() {
  static int n;
  return n++;
}
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  for (int k = 0; k < K; k += 8) {
    int n = tx < 0 ? bump() : 0;
    As[tx] = A[k * 8 + tx + n];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    if (tx < 0)
      bump();
    __syncthreads();
  }
  C[tx] = acc;
}
