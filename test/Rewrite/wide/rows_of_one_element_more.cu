// Rows of one element more start at no multiples of 16 bytes; those of four more
// do, and here meet no bank twice either: threads read one tile along its rows,
// four elements at a time, of the other elements that lie side by side.
//
// RUN: %rewrite_and_run cpasync launched_gemm --widen=auto --pad=auto \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16 -DRAGGED
// RUN: %golden cpasync

#define TILE 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE + 1]; // against bank conflicts
  __shared__ float Bs[TILE * (TILE + 1)];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;

  for (int k = 0; k < K; k += TILE) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    Bs[ty * (TILE + 1) + tx] = k + ty < K && col < N ? B[(k + ty) * N + col] : 0.0f;
    __syncthreads();

    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i * (TILE + 1) + tx];
    __syncthreads();
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  const dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
  gemm<<<grid, dim3(TILE, TILE)>>>(A, B, C, M, N, K);
}
