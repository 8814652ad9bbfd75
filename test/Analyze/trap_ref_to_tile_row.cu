// The row of the tile is named by a reference.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int tx = threadIdx.x;
  float acc = 0;
  __shared__ float As[2][64];
  for (int k = 0; k < K; k += 8) {
    float (&row)[64] = As[tx & 1];
    row[tx] = A[k * 8 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[1 - (tx & 1)][(tx & 1 ? tx - 1 : tx + 1)];
    __syncthreads();
  }
  C[tx] = acc;
}
