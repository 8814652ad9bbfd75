// What a member function loads through a pointer in its object takes the place of the
// call, for registers too: the pointer is not followed through it.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,auto gemm -DTILE=8 -DRAGGED

struct View {
  const float *data;
  int rows, cols;

  __device__ float operator()(int row, int col) const {
    return row < rows && col < cols ? data[row * cols + col] : 0.0f;
  }
};

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[8][8], Bs[8][8];
  const View a{A, M, K}, b{B, K, N};
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * 8 + y, col = blockIdx.x * 8 + x;

  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    As[y][x] = a(row, k + x);
    Bs[y][x] = b(k + y, col);
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      sum += As[y][i] * Bs[i][x];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
