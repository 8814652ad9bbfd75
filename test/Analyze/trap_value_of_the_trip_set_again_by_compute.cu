// Compute goes on with the value that the load was guarded by.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  for (int k = 0; k < K; k += 8) {
    int len = int(A[k] * 64) & 63;
    As[tx] = tx < len ? A[k * 8 + tx] : 0.0f;
    __syncthreads();
    while (len > 0) {
      acc += As[len] * tx;
      --len;
    }
    __syncthreads();
    acc += len;
  }
  C[tx] = acc;
}
