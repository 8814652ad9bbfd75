// The tile's address is kept in an array.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  const float *ptr[2] = {nullptr, nullptr};
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    const float *q = As + 3;
    if (k == 0) {
      ptr[0] = q;
      ptr[1] = &As[tx];
    }
    acc += ptr[0][2] + *ptr[1];
    __syncthreads();
  }
  C[tx] = acc;
}
