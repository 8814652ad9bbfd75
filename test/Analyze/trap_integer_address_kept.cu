// The tile's address is kept as an integer.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  size_t a = 0;
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    if (k == 0)
      a = (size_t)&As[tx ^ 1];
    acc += *(const float *)a;
    __syncthreads();
  }
  C[tx] = acc;
}
