// C = A * B by blocks of (64, 2) threads that are counted through: 64 x 64 x 16
// with 4 x 8 results each.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

const int TILE_M = 64;
const int TILE_N = 64;
const int TILE_K = 16;
const int BLOCK_X = 64;
const int BLOCK_Y = 2;

__global__ void gemm_64x2(const float *__restrict__ A,
                          const float *__restrict__ B, float *__restrict__ C,
                          const int M, const int N, const int K) {
  __shared__ float Asub[TILE_M * TILE_K];
  __shared__ float Bsub[TILE_K * TILE_N];

  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int row0 = blockIdx.y * TILE_M;
  const int col0 = blockIdx.x * TILE_N;
  const int my_row = thread / 8 * 4;
  const int my_col = thread % 8;

  float c[4][8];
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 8; j++)
      c[i][j] = 0.0f;

  for (int p = 0; p < K; p += TILE_K) {
    for (int e = thread * 4; e < TILE_M * TILE_K; e += BLOCK_X * BLOCK_Y * 4) {
      const float4 v = *reinterpret_cast<const float4 *>(
          &A[(row0 + e / TILE_K) * K + p + e % TILE_K]);
      *reinterpret_cast<float4 *>(&Asub[e]) = v;
    }
    for (int e = thread * 4; e < TILE_K * TILE_N; e += BLOCK_X * BLOCK_Y * 4) {
      const float4 v = *reinterpret_cast<const float4 *>(
          &B[(p + e / TILE_N) * N + col0 + e % TILE_N]);
      *reinterpret_cast<float4 *>(&Bsub[e]) = v;
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < TILE_K; k++) {
      float a[4], b[8];
#pragma unroll
      for (int i = 0; i < 4; i++)
        a[i] = Asub[(my_row + i) * TILE_K + k];
#pragma unroll
      for (int j = 0; j < 8; j++)
        b[j] = Bsub[k * TILE_N + my_col + j * 8];
#pragma unroll
      for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 8; j++)
          c[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }

  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 8; j++)
      C[(row0 + my_row + i) * N + col0 + my_col + j * 8] = c[i][j];
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N,
                       int K) {
  dim3 threads(BLOCK_X, BLOCK_Y);
  dim3 blocks(N / TILE_N, M / TILE_M);
  gemm_64x2<<<blocks, threads>>>(A, B, C, M, N, K);
}
