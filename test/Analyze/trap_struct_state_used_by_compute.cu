// The state is a struct, and compute needs it.
//
// RUN: %never_wrong

struct It {
  int i;
  __device__ It &operator+=(int n) {
    i += n;
    return *this;
  }
};
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  It it{0};
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[it.i + tx];
    it += 64;
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63] * it.i;
    __syncthreads();
  }
  C[tx] = acc;
}
