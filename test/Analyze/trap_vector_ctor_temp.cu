// A temporary of a class without default constructor.
//
// RUN: %never_wrong

struct V2 {
  float a, b;
  __device__ V2(float a, float b) : a(a), b(b) {}
};
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[128];
  for (int k = 0; k < K; k += 8) {
    V2 v(A[k * 8 + tx], A[4096 + k * 8 + tx]);
    As[tx] = v.a;
    As[tx + 64] = v.b;
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 127];
    __syncthreads();
  }
  C[tx] = acc;
}
