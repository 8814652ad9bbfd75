// Two tiles are loaded by one function template, in two instantiations: its text
// is edited once, and holds for both.
//
// RUN: %rewrite_and_run cpasync,cpasync3 gemm -DBLOCK_M=32 -DBLOCK_N=16 -DBLOCK_K=8 -DTHREADS=16,8 -DRAGGED
// RUN: %golden cpasync

template <int ROWS, int COLS, typename T>
__device__ void load(T (*dst)[COLS], const T *src, int ld, int rows,
                     int cols) {
#pragma unroll
  for (int i = 0; i < ROWS * COLS / 128; ++i) {
    const int e = threadIdx.y * 16 + threadIdx.x + i * 128;
    const int r = e / COLS, c = e % COLS;
    dst[r][c] = r < rows && c < cols ? src[r * ld + c] : T(0);
  }
}

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[32][8];
  __shared__ float Bs[8][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 32, col = blockIdx.x * 16;
  float sum[4] = {};
  for (int k = 0; k < K; k += 8) {
    load<32, 8>(As, A + row * K + k, K, M - row, K - k);
    load<8, 16>(Bs, B + k * N + col, N, K - k, N - col);
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 4; ++j)
        sum[j] += As[ty * 4 + j][i] * Bs[i][tx];
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    if (row + ty * 4 + j < M && col + tx < N)
      C[(row + ty * 4 + j) * N + col + tx] = sum[j];
}
