// What only an early load needs leaves the trip with it, but not what shares a line with
// something else. Then its declaration stays, too: there is another of that name.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[64];
  const int tx = threadIdx.x;
  float acc = 0;
  int at = 3;
  for (int k = 0; k < K; k += 8) {
    int at = k;
    // clang-format off
    at += tx; As[tx] = A[at];
    // clang-format on
    __syncthreads();
    As[tx] *= 2.0f; // in place
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j * 9) & 63];
    __syncthreads();
  }
  C[tx] = acc + at;
}
