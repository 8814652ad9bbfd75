// The loaded struct is named by a reference.
//
// RUN: %never_wrong

struct P {
  float a, b;
};
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[128];
  const P *p = (const P *)A;
  for (int k = 0; k < K; k += 8) {
    const P &q = p[k * 8 + tx];
    As[tx] = q.a;
    As[tx + 64] = q.b;
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    __syncthreads();
  }
  C[tx] = acc;
}
