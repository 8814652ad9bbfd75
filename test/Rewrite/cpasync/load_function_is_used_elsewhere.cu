// A function that loads tiles for two K-loops, and for code that does not wait:
// that code keeps it, the loops share a copy.
//
// RUN: %rewrite_and_run cpasync gemm -DTILE=8 -DRAGGED
// RUN: %golden cpasync

constexpr int T = 8;

/// Loads a T x T tile; what lies outside of the matrix is zero.
static __device__ void loadTile(float dst[T][T], const float *src, int rows,
                                int cols, int row, int col) {
  const int r = row + threadIdx.y, c = col + threadIdx.x;
  if (r < rows && c < cols) {
    dst[threadIdx.y][threadIdx.x] = src[r * cols + c];
  } else {
    dst[threadIdx.y][threadIdx.x] = 0.0f;
  }
}

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[T][T], Bs[T][T];
  const int row = blockIdx.y * T, col = blockIdx.x * T;
  float sum = 0.0f;

  for (int k = 0; k < K; k += T) {
    loadTile(As, A, M, K, row, k);
    loadTile(Bs, B, K, N, k, col);
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];
    __syncthreads();
  }

  // Once more, with the first tile of A as weights.
  __shared__ float weights[T][T];
  loadTile(weights, A, M, K, row, 0);
  __syncthreads();
  sum *= weights[threadIdx.x][threadIdx.y];

  __shared__ float tile[T][T];
  for (int k = 0; k < K; k += T) {
    loadTile(tile, A, M, K, row, k);
    __syncthreads();
    sum += tile[threadIdx.y][T - 1 - threadIdx.x];
    __syncthreads();
  }

  if (row + threadIdx.y < M && col + threadIdx.x < N)
    C[(row + threadIdx.y) * N + col + threadIdx.x] = sum;
}
