// Where wide copies share the place of the narrow ones, the element of each thread
// comes back by its row and column, whatever they were called.
//
// RUN: %undo_and_run cpasync,cpasync3,pipeline gemm --other-text -DTILE=16 \
// RUN:   -DTILES=0,1,2,3,4 -DRAGGED
// RUN: grep "^    const int element = thread" %t.cpasync.piped.cu
// RUN: sed '/^\/\//d' %t.cpasync.cu | FileCheck %s --implicit-check-not=wide \
// RUN:   --implicit-check-not=element
//
// CHECK: for (int k = 0; k < K; k += TILE) {
// CHECK-NEXT: const int r = threadIdx.y, c = threadIdx.x;
// CHECK-NEXT: const int load_row = blockIdx.y * TILE + r;
// CHECK-NEXT: const bool inside_As = load_row < M && k + c < K;
// CHECK-NEXT: const int load_col = blockIdx.x * TILE + c;
// CHECK-NEXT: const bool inside_Bs = k + r < K && load_col < N;
// CHECK-NEXT: As[r][c] = inside_As ? A[load_row * K + k + c] : 0.0f;
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
    if (row < M && k + tx < K)
      As[ty][tx] = A[row * K + k + tx];
    else
      As[ty][tx] = 0.0f;
    if (k + ty < K && col < N)
      Bs[ty][tx] = B[(k + ty) * N + col];
    else
      Bs[ty][tx] = 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
