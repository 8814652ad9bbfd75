// Members of a packed struct are not aligned as their type.
//
// RUN: %never_wrong

struct __attribute__((packed)) P {
  char c;
  float f;
};
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[64];
  int tx = threadIdx.x;
  float acc = 0;
  const P *A2 = (const P *)A;
  for (int k = 0; k < K; k += 8) {
    As[tx] = A2[k * 8 + tx].f;
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += __float_as_int(As[(tx + j) & 63]) & 255;
    __syncthreads();
  }
  C[tx] = acc;
}
