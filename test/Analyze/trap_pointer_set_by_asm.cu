// A pointer is set to the source by asm.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  float *p = C;
#ifdef CUDAPIPE_EXECUTOR
  p = const_cast<float *>(A);
#else
  asm("mov.u64 %0, %1;" : "=l"(p) : "l"(A));
#endif
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    p[(k + 8) * 8 + tx] = acc;
    __syncthreads();
  }
  C[tx] = acc;
}
