// What only the threads' own copies need is declared beside them: it hides nothing
// of the wide ones, and one test chooses for both tiles. A declaration that the wide
// copies name, or that is used outside, stays where all see it.
//
// RUN: %rewrite_and_run cpasync,cpasync3 wide --widen=auto -DBLOCK_M=32 \
// RUN:   -DBLOCK_N=32 -DBLOCK_K=32 -DTHREADS=32,32 -DKERNELS=moved,named
// RUN: cuda-pipeline-rewrite --variant=cpasync --quiet %s -o - | \
// RUN:   sed '/^\/\//d' | FileCheck %s
//
// CHECK-LABEL: moved(const float
// CHECK: auto load_tile =
// CHECK-NEXT: auto &As
// CHECK-NEXT: auto &Bs
// CHECK-NEXT: if (wide_copies) {
// CHECK-NOT: wide_copies
// CHECK: const int a_col = k + c;
// CHECK: } else {
// CHECK-NEXT: // Plain loads
// CHECK-NEXT: // Of A.
// CHECK-NEXT: int a_col = k + tx;
// CHECK: // Of B.
// CHECK-NEXT: int b_row = k + ty;
// CHECK: };
//
// CHECK-LABEL: named(const float
// CHECK: auto load_tile =
// CHECK: int base = k * N;
// CHECK-NEXT: if (wide_copies
// CHECK: B[base + {{.*}}], 16

#define TILE 32

__global__ void __launch_bounds__(TILE *TILE)
    moved(const float *__restrict__ A, const float *__restrict__ B,
          float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    // Of A.
    int a_col = k + tx;
    As[ty][tx] = row < M && a_col < K ? A[row * K + a_col] : 0.0f; // or zeros

    // Of B.
    int b_row = k + ty;
    Bs[ty][tx] = b_row < K && col < N ? B[b_row * N + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

__global__ void __launch_bounds__(TILE *TILE)
    named(const float *__restrict__ A, const float *__restrict__ B,
          float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    int base = k * N;
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    Bs[ty][tx] = k + ty < K && col < N ? B[base + ty * N + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
