// A member initializer writes what the next trip loads.
//
// RUN: %never_wrong

struct T {
  float v;
  __device__ T(float *c, float x) : v(*c = x) {}
};
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  float *A2 = const_cast<float *>(A);
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    T b(A2 + (k + 8) * 8 + tx, acc);
    __syncthreads();
  }
  C[tx] = acc;
}
