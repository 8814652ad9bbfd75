// The K-loop is in a device function with tiles of its own, which a kernel calls
// for two products, one after the other and in a loop. Its accumulators are the
// caller's.
//

/// Adds the product of a strip of A and a strip of B to sum.
#include <cuda_pipeline.h>

template <int N>
__device__ __forceinline__ void addProduct(const float *A, const float *B,
                                           int rows, int cols, int depth,
                                           float (&sum)[2], float &largest) {
  __shared__ float As_stages[2][N][N];
  __shared__ float Bs_stages[2][N][N];
  const int x = threadIdx.x, y = threadIdx.y;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    __pipeline_memcpy_async(&As[y][x], &A[y * depth + k + x], sizeof(float),
                            (y < rows && k + x < depth) ? 0 : sizeof(float));
    __pipeline_memcpy_async(&Bs[y][x], &B[(k + y) * cols + x], sizeof(float),
                            (k + y < depth && x < cols) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (depth > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < depth; k += N) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + N < depth)
      load_tile(stage ^ 1, k + N);
    __pipeline_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < N; ++i) {
      sum[i % 2] += As[y][i] * Bs[i][x];
      largest = fmaxf(largest, As[y][i]);
    }

    stage ^= 1; // This one is free from the next barrier on.
  }
  // All are done with the last tile, and see what others wrote.
  __syncthreads();
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
