// Where both widths had one place, each thread copies its own element again, by the names
// that the place had.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync -o %t.piped.cu
// RUN: FileCheck %s --check-prefix=PIPED --input-file=%t.piped.cu
// RUN: cuda-pipeline-rewrite --undo %t.piped.cu -o - | sed '/^\/\//d' | FileCheck %s
//
// PIPED: const int element = thread * (wide_copies ? 4 : 1);
//
// CHECK: for (int k = 0; k < K; k += TILE) {
// CHECK-NOT: wide_copies
// CHECK: const int r = threadIdx.y, c = threadIdx.x;
// CHECK: As[r][c] = inside_As ? A[load_row * K + k + c] : 0.0f;
// CHECK-NEXT: Bs[r][c] = inside_Bs ? B[(k + r) * N + load_col] : 0.0f;
// CHECK-NEXT: __syncthreads();

#define TILE 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    Bs[ty][tx] = k + ty < K && col < N ? B[(k + ty) * N + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
