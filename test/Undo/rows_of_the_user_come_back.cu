// Rows that were made longer, or skewed, against bank conflicts have the length of the
// user's again; a row that the user has made longer keeps what he gave it.
//
// RUN: %undo_and_run cpasync,cpasync3,ldg,ldg-single gemm \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16 -DTHREADS=256,1 -DTILES=0,1,2,3,4 -DRAGGED
// RUN: cuda-pipeline-rewrite %s --variant=ldg -o %t.made.cu
// RUN: FileCheck %s --input-file=%t.made.cu --check-prefix=MADE
//   MADE: float As_stages[2][SIDE][SIDE + 2];
//   MADE: float Bs_stages[2][SIDE][SIDE + 4];

#define SIDE 16

__global__ void __launch_bounds__(256)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[SIDE][SIDE];
  __shared__ float Bs[SIDE][SIDE + 4];

  const int t = threadIdx.x, tx = t % SIDE, ty = t / SIDE;
  const int row = blockIdx.y * SIDE + ty;
  const int col = blockIdx.x * SIDE + tx;

  float sum = 0.0f;
  for (int k = 0; k < K; k += SIDE) {
    As[tx][ty] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    Bs[ty][tx] = k + ty < K && col < N ? B[(k + ty) * N + col] : 0.0f;
    __syncthreads();

    for (int i = 0; i < SIDE; ++i)
      sum += As[i][ty] * Bs[i][tx];
    __syncthreads();
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}
