// The value that load and compute read may be what compute writes.
//
// RUN: %never_wrong

__global__ void trap(const float *A, float *C, int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  float *S = C + 64;
  for (int k = 0; k < K; k += 8) {
    float scale = C[64 + (k & 63)];
    As[tx] = A[k * 8 + tx] * scale;
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      acc += As[(tx + i * 9) & 63] * scale;
    if (tx == 0)
      S[(k + 8) & 63] = acc;
    __syncthreads();
  }
  C[tx] = acc;
}
