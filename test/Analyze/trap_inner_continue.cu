// `continue` in the load loop decides what is stored.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[256];
  for (int k = 0; k < K; k += 8) {
    for (int i = 0; i < 4; ++i) {
      if (i * 8 == k)
        continue;
      As[i * 64 + tx] = A[k * 8 + i * 64 + tx];
    }
    __syncthreads();
    if (k > 0)
      for (int j = 0; j < 4; ++j)
        acc += As[j * 64 + (tx + j) % 64];
    __syncthreads();
  }
  C[tx] = acc;
}
