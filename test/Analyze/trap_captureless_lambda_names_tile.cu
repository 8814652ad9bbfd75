// A lambda without captures may name a shared array, but not a reference to it.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[64];
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[k * 8 + tx];
    __syncthreads();
    auto get = [](int i) { return As[i]; };
    for (int j = 0; j < 8; ++j)
      acc += get((tx + j * 9) & 63);
    __syncthreads();
  }
  C[tx] = acc;
}
