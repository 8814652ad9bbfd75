// The block says how large the tiles are; the second starts behind the first.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single launched_gemm \
// RUN:   -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DRAGGED
// RUN: %golden cpasync

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  extern __shared__ float shared[];
  const int tile = blockDim.x;
  float *As = shared;
  float *Bs = As + tile * tile;

  const int row = blockIdx.y * tile + threadIdx.y;
  const int col = blockIdx.x * tile + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += tile) {
    const int a = k + threadIdx.x, b = k + threadIdx.y;
    As[threadIdx.y * tile + threadIdx.x] =
        row < M && a < K ? A[row * K + a] : 0.0f;
    Bs[threadIdx.y * tile + threadIdx.x] =
        col < N && b < K ? B[b * N + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < tile; ++i)
      sum += As[threadIdx.y * tile + i] * Bs[i * tile + threadIdx.x];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  const int tile = 8;
  dim3 block(tile, tile), grid((N + tile - 1) / tile, (M + tile - 1) / tile);
  gemm<<<grid, block, 2 * tile * tile * sizeof(float)>>>(A, B, C, M, N, K);
}
