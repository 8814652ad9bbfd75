// Each round of the loop around starts with an element that the last trip of the round
// before has left: the array's life goes on.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float acc = 0;
  int row[2] = {0, 1};
  for (int round = 0; round < 3; ++round) {
    acc += row[1];
    for (int k = 0; k < K; k += 8) {
      for (int v = 0; v < 2; ++v)
        row[v] = int(A[k + v] * 4);
      tile[t] = A[k + (row[0] & 7) + (t & 1)];
      __syncthreads();
      for (int j = 0; j < 8; ++j)
        acc += tile[(t + j * 9) & 63] * row[1];
      __syncthreads();
    }
  }
  C[t] = acc;
}
