// `&&` moves the footprint.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[128];
  for (int k = 0; k < K; k += 8) {
    int n = tx;
    (k & 8) && (n = tx + 64);
    As[n] = A[k * 8 + tx];
    __syncthreads();
    acc += As[(tx + 1) & 63];
    if (k > 0)
      acc += As[64 + ((tx + 1) & 63)] * 3;
    __syncthreads();
  }
  C[tx] = acc;
}
