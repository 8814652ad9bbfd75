// The index is a structured binding made in the body.
//
// RUN: %never_wrong

struct P2 {
  int r, c;
};
__device__ P2 mk(int a, int b) { return P2{a, b}; }
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  for (int k = 0; k < K; k += 8) {
    auto [r, c] = mk(k * 8, tx);
    As[tx] = A[r + c];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    __syncthreads();
  }
  C[tx] = acc;
}
