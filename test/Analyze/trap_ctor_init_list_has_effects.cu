// A member initializer counts, in the load and in compute.
//
// RUN: %never_wrong

struct T {
  int v;
  __device__ T(int *c) : v((*c)++) {}
};
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  int n = 0;
  for (int k = 0; k < K; k += 8) {
    T a(&n);
    As[tx] = A[a.v * 8 + tx];
    __syncthreads();
    T b(&n);
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63] * b.v;
    __syncthreads();
  }
  C[tx] = acc;
}
