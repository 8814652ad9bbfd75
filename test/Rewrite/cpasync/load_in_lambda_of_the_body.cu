// The load phase is made of lambdas that are written in the loop body; one is
// called where it stands.
//
// RUN: %rewrite_and_run cpasync,auto gemm -DTILE=16 -DRAGGED
// RUN: %golden cpasync

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][16], Bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float acc = 0.0f;
  for (int k = 0; k < K; k += 16) {
    // A goes over its rows.
    auto load_a = [&](int column) {
      if (row < M && column < K)
        As[ty][tx] = A[row * K + column];
      else
        As[ty][tx] = 0.0f;
    };
    load_a(k + tx);
    [&](int r) {
      Bs[ty][tx] = r < K && col < N ? B[r * N + col] : 0.0f;
    }(k + ty);
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      acc += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = acc;
}
