// A lambda made in the body is part of the load phase.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[64];
  int tx = threadIdx.x;
  float acc = 0;
  for (int k = 0; k < K; k += 8) {
    auto at = [&](int i) { return A[k * 8 + i]; };
    As[tx] = at(tx);
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j) & 63];
    __syncthreads();
  }
  C[tx] = acc;
}
