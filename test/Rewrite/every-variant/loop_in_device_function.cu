// The K-loop is in a device function with tiles of its own, which a kernel calls
// for two products, one after the other and in a loop. Its accumulators are the
// caller's.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DTILE=8 -DRAGGED \
// RUN:   "-DKERNEL=gemm<8>"
// RUN: %golden cpasync

/// Adds the product of a strip of A and a strip of B to sum.
template <int N>
__device__ __forceinline__ void addProduct(const float *A, const float *B,
                                           int rows, int cols, int depth,
                                           float (&sum)[2], float &largest) {
  __shared__ float As[N][N];
  __shared__ float Bs[N][N];
  const int x = threadIdx.x, y = threadIdx.y;

  for (int k = 0; k < depth; k += N) {
    As[y][x] = y < rows && k + x < depth ? A[y * depth + k + x] : 0.0f;
    Bs[y][x] = k + y < depth && x < cols ? B[(k + y) * cols + x] : 0.0f;
    __syncthreads();
    for (int i = 0; i < N; ++i) {
      sum[i % 2] += As[y][i] * Bs[i][x];
      largest = fmaxf(largest, As[y][i]);
    }
    __syncthreads();
  }
}

template <int N>
__global__ void gemm(const float *A, const float *B, float *C, int M, int Nn,
                     int K) {
  const int row = blockIdx.y * N, col = blockIdx.x * N;
  float sum[2] = {}, largest = 0.0f;

  // Only as wide as a block, for the test.
  addProduct<N>(A + row * K, B, M - row, Nn, K, sum, largest);
  for (int again = 0; again < 2; ++again)
    addProduct<N>(A, B, M, Nn, K - again, sum, largest);

  if (row + threadIdx.y < M && col + threadIdx.x < Nn)
    C[(row + threadIdx.y) * Nn + col + threadIdx.x] =
        sum[0] - sum[1] + largest;
}
