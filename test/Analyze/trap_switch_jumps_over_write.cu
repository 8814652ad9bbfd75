// A case label jumps over the write to a counter that both phases share.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[256];
  int i = 0;
  for (int k = 0; k < K; k += 8) {
    for (i = 0; i < 4; ++i)
      As[i * 64 + tx] = A[k * 8 + i * 64 + tx];
    __syncthreads();
    switch (tx & 1) {
    case 0:
      i = 3;
    case 1:
      acc += As[i];
    }
    __syncthreads();
  }
  C[tx] = acc;
}
