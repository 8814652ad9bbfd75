// `i` is a row of A and a column of B: each wide copy has an `i` of its own, so
// they cannot stand in one block, though they count alike.
//
// RUN: %rewrite_and_run cpasync launched_gemm --widen=auto \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16 -DRAGGED -DPADDED
// RUN: cuda-pipeline-rewrite --variant=cpasync %s -o %t.cu
// RUN: grep -v '^//' %t.cu | FileCheck %s

// CHECK: const int row = thread / 4, col = thread % 4 * 4;
// CHECK-NEXT: const int load_i = blockIdx.y * 16 + row;
// CHECK: const int row = thread / 4, col = thread % 4 * 4;
// CHECK-NEXT: const int load_i = blockIdx.y * 16 + col;
__global__ void squares(const float *__restrict__ A,
                        const float *__restrict__ B, float *__restrict__ C,
                        int M, int N, int K) {
  __shared__ float As[16][16];
  __shared__ float Bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int i = blockIdx.y * 16 + ty;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    As[ty][tx] = i < M ? A[i * K + k + tx] : 0.0f;
    Bs[tx][ty] = i < N ? B[(k + tx) * N + i] : 0.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j)
      sum += As[ty][j] * Bs[j][tx];
    __syncthreads();
  }
  if (i < M && tx < N)
    C[i * N + tx] = sum;
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  squares<<<dim3(1, (M + 15) / 16), dim3(16, 16)>>>(A, B, C, M, N, K);
}
