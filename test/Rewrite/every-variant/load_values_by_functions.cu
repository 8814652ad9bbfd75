// Functions that only return what is stored: by value, from a template, from a
// lambda.
//
// RUN: %rewrite_and_run ldg,ldg-single gemm -DTILE=8 -DRAGGED

__device__ float fetch(const float *matrix, int row, int col, int rows,
                       int cols) {
  if (row >= rows || col >= cols)
    return 0.0f;
  return matrix[row * cols + col];
}

template <typename T> __device__ T scaled(const T *p, T by) { return *p * by; }

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[8][8], Bs[8][8];
  __shared__ float first[8];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * 8 + y, col = blockIdx.x * 8 + x;
  auto from_b = [&](int r) { return r < K && col < N ? B[r * N + col] : 0.0f; };

  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    As[y][x] = fetch(A, row, k + x, M, K);
    Bs[y][x] = from_b(k + y);
    first[x] = scaled(&A[k], 0.5f);
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      sum += As[y][i] * Bs[i][x] + first[i];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
