// The state is a structured binding.
//
// RUN: %never_wrong

struct P2 {
  int r, c;
};
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  P2 p2{tx, 3};
  auto [r, c] = p2;
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[r];
    r += 64;
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    __syncthreads();
  }
  C[tx] = acc;
}
