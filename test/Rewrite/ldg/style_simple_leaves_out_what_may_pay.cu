// The shortest form: two stages, no longer or skewed rows, no launch bounds, copies as they
// are written. What is asked for beside it holds.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --style=simple | FileCheck %s --check-prefixes=SIMPLE,TWO
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --style=simple --stages=3 | FileCheck %s --check-prefixes=SIMPLE,THREE
// RUN: cuda-pipeline-rewrite %s --variant=cpasync | FileCheck %s --check-prefix=FAST
// RUN: %exits 2 cuda-pipeline-rewrite %s --style=short 2>&1 | FileCheck %s --check-prefix=WORD
//
// TWO: As_stages[2][16][16]
// THREE: constexpr int STAGES = 3;
// SIMPLE-NOT: wide_copies
// SIMPLE-NOT: skewed
// FAST: wide_copies
// WORD: error: --style: unknown value 'short'. It is one of: fast, simple
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int n) {
  __shared__ float As[16][16];
  __shared__ float Bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 16) {
    As[ty][tx] = A[row * n + k + tx];
    Bs[ty][tx] = B[(k + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

void launch(const float *A, const float *B, float *C, int n) {
  gemm<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(A, B, C, n);
}
