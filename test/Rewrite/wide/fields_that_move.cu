// A field that the loop moves starts rows elsewhere in each trip, and what is tested in
// front of the loop says nothing of later ones: these copies stay narrow. Those by a
// field that stays are wide.
//
// RUN: %rewrite_and_run cpasync launched_gemm --widen=auto \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=8 -DLOOSE
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync %s -o /dev/null 2>&1 | FileCheck %s

struct Matrix {
  const float *elements;
  int columns;
};

// CHECK: K-loop in 'moving' pipelined: cpasync, 2 stages
// CHECK: 'As' is copied element by element
// CHECK: 'Bs' is copied element by element
__global__ void __launch_bounds__(64) moving(Matrix A, Matrix B, float *C, int K) {
  __shared__ float As[16][8], Bs[8][16];
  const int t = threadIdx.x, row0 = blockIdx.y * 16, col0 = blockIdx.x * 16;
  float sum[4] = {};
  for (int k = 0; k < K; k += 8) {
    for (int i = t; i < 16 * 8; i += 64)
      As[i / 8][i % 8] = A.elements[(row0 + i / 8) * A.columns + i % 8];
    for (int i = t; i < 8 * 16; i += 64)
      Bs[i / 16][i % 16] = B.elements[(i / 16) * B.columns + col0 + i % 16];
    __syncthreads();
    A.elements += 8;
    B.elements += 8 * B.columns;
    for (int x = 0; x < 8; ++x)
      for (int i = 0; i < 4; ++i)
        sum[i] += As[t / 16 + 4 * i][x] * Bs[x][t % 16];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    C[(row0 + t / 16 + 4 * i) * B.columns + col0 + t % 16] = sum[i];
}

// CHECK: K-loop in 'staying' pipelined: cpasync in wide copies
// CHECK-NOT: element by element
__global__ void __launch_bounds__(64) staying(Matrix A, Matrix B, float *C, int K) {
  __shared__ float As[16][8], Bs[8][16];
  const int t = threadIdx.x, row0 = blockIdx.y * 16, col0 = blockIdx.x * 16;
  float sum[4] = {};
  for (int k = 0; k < K; k += 8) {
    for (int i = t; i < 16 * 8; i += 64)
      As[i / 8][i % 8] = A.elements[(row0 + i / 8) * A.columns + k + i % 8];
    for (int i = t; i < 8 * 16; i += 64)
      Bs[i / 16][i % 16] = B.elements[(k + i / 16) * B.columns + col0 + i % 16];
    __syncthreads();
    for (int x = 0; x < 8; ++x)
      for (int i = 0; i < 4; ++i)
        sum[i] += As[t / 16 + 4 * i][x] * Bs[x][t % 16];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    C[(row0 + t / 16 + 4 * i) * B.columns + col0 + t % 16] += sum[i];
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  const dim3 grid(N / 16, M / 16);
  moving<<<grid, 64>>>(Matrix{A, K}, Matrix{B, N}, C, K);
  staying<<<grid, 64>>>(Matrix{A, K}, Matrix{B, N}, C, K);
}
