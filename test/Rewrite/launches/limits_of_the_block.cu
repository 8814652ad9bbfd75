// Copy loops end at a few elements more than the block has threads, which all launches
// say; that it has as many is checked where the loop starts.
//
// RUN: %rewrite_and_run ldg,ldg-single launched_gemm -DRAGGED \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16
// RUN: cuda-pipeline-rewrite --variant=ldg %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: sed 's/dim3(8, 8)/dim3(8, M > 99 ? 8 : 4)/' %s > %t.two.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %t.two.cu -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TWO
// TWO: left alone: {{.*}}[copy-count-unknown]

// CHECK: constexpr int stride = 8; // blockDim.y in all launches
// CHECK-NEXT: if (blockDim.y != stride)
// CHECK-NEXT: __trap();
// CHECK-NEXT: if (blockDim.x != 8) // In no launch: there are registers for this block.
// CHECK-NEXT: __trap();
// CHECK: constexpr int LOADS = 2;
// CHECK-NEXT: float next_As[LOADS][LOADS], next_Bs[LOADS][LOADS];
// CHECK: for (int n = 0; n < LOADS; ++n) {
// CHECK-NEXT: const int i = threadIdx.y + n * stride;
// CHECK-NEXT: if (i < blockDim.y + 8) {
// CHECK: for (int m = 0; m < LOADS; ++m) {
// CHECK-NEXT: const int j = threadIdx.x + m * 8;
// CHECK-NEXT: if (j < width) {
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][16 + 1], Bs[16][16 + 1];
  const int width = 2 * blockDim.x;
  float sum[2][2] = {};
  for (int k = 0; k < K; k += 16) {
    for (int i = threadIdx.y; i < blockDim.y + 8; i += blockDim.y)
      for (int j = threadIdx.x; j < width; j += 8) {
        const int row = blockIdx.y * 16 + i, col = blockIdx.x * 16 + j;
        As[i][j] = row < M && k + j < K ? A[row * K + k + j] : 0.0f;
        Bs[i][j] = k + i < K && col < N ? B[(k + i) * N + col] : 0.0f;
      }
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          sum[i][j] += As[threadIdx.y + 8 * i][x] * Bs[x][threadIdx.x + 8 * j];
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const int row = blockIdx.y * 16 + threadIdx.y + 8 * i;
      const int col = blockIdx.x * 16 + threadIdx.x + 8 * j;
      if (row < M && col < N)
        C[row * N + col] = sum[i][j];
    }
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  gemm<<<dim3((N + 15) / 16, (M + 15) / 16), dim3(8, 8)>>>(A, B, C, M, N, K);
}
