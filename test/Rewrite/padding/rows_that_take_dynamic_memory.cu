// Two stages fill static shared memory to the last byte. Reads of `Bs` by columns
// meet in one bank, so both tiles become dynamic for rows that do not.
//
// RUN: %rewrite_and_run cpasync,ldg launched_gemm --pad=auto \
// RUN:   -DBLOCK_M=32 -DBLOCK_N=32 -DBLOCK_K=96 -DLOOSE -DTILES=0,1,2
// RUN: cuda-pipeline-rewrite --variant=ldg %s -o %t.cu
// RUN: grep -v '^//' %t.cu | FileCheck %s

// CHECK: extern __shared__ __align__(16) unsigned char smem[];
// CHECK-NEXT: auto &As_stages = *reinterpret_cast<float (*)[2][32][96]>(smem);
// CHECK-NEXT: // Rows are 16 bytes longer: no bank conflicts.
// CHECK-NEXT: auto &Bs_stages =
// CHECK-NEXT: *reinterpret_cast<float (*)[2][32][96 + 4]>(smem + sizeof(As_stages));
// CHECK: const size_t shared_{{bytes}} = 2 * (32 * 96 + 32 * (96 + 4)) * sizeof(float);
// CHECK: shared_{{bytes}}>>>(A, B, C, M, N, K);
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[32][96];
  __shared__ float Bs[32][96];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += 96) {
    for (int k = tx; k < 96; k += 32) {
      As[ty][k] = row < M && k0 + k < K ? A[row * K + k0 + k] : 0.0f;
      Bs[ty][k] = blockIdx.x * 32 + ty < N && k0 + k < K
                      ? B[(k0 + k) * N + blockIdx.x * 32 + ty]
                      : 0.0f;
    }
    __syncthreads();
    for (int k = 0; k < 96; ++k)
      sum += As[ty][k] * Bs[tx][k];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  gemm<<<dim3((N + 31) / 32, (M + 31) / 32), dim3(32, 32)>>>(A, B, C, M, N, K);
}
