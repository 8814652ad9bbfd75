// A default argument counts, in the load and in compute.
//
// RUN: %never_wrong

__device__ int g_n;
__device__ int nx(int n = g_n++) { return n; }
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  if (tx == 0)
    g_n = 0;
  __syncthreads();
  for (int k = 0; k < K; k += 8) {
    int n0 = tx == 0 ? nx() : 0;
    As[tx] = A[k * 8 + tx + n0];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    if (tx == 0)
      acc += nx();
    __syncthreads();
  }
  C[tx] = acc;
}
