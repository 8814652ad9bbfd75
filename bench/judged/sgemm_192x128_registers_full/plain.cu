// C = A * B with as large a micro-tile as the register file takes: 12 x 16
// results in each of 128 threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

namespace {

constexpr int kBlockM = 192, kBlockN = 128, kBlockK = 8;
constexpr int kThreadM = 12, kThreadN = 16;
constexpr int kThreads = (kBlockM / kThreadM) * (kBlockN / kThreadN);

__device__ __forceinline__ void outer_product(float (&acc)[kThreadM][kThreadN],
                                              const float *a, const float *b) {
  float ra[kThreadM], rb[kThreadN];
#pragma unroll
  for (int i = 0; i < kThreadM; ++i)
    ra[i] = a[i];
#pragma unroll
  for (int j = 0; j < kThreadN; ++j)
    rb[j] = b[j];
#pragma unroll
  for (int i = 0; i < kThreadM; ++i)
#pragma unroll
    for (int j = 0; j < kThreadN; ++j)
      acc[i][j] += ra[i] * rb[j];
}

} // namespace

__global__ void gemm_192x128(const float *A, const float *B, float *C, int M,
                             int N, int K, int lda, int ldb, int ldc) {
  __shared__ float tileA[kBlockK][kBlockM + 4];
  __shared__ float tileB[kBlockK][kBlockN];

  int tid = threadIdx.x;
  int block_row = blockIdx.y * kBlockM;
  int block_col = blockIdx.x * kBlockN;
  int thread_row = tid / (kBlockN / kThreadN) * kThreadM;
  int thread_col = tid % (kBlockN / kThreadN) * kThreadN;

  float acc[kThreadM][kThreadN] = {};

  for (int k = 0; k < K; k += kBlockK) {
#pragma unroll
    for (int e = 0; e < kBlockM * kBlockK / kThreads; ++e) {
      int index = tid + e * kThreads;
      int r = index / kBlockK, c = index % kBlockK;
      tileA[c][r] = block_row + r < M && k + c < K
                        ? A[(block_row + r) * lda + k + c]
                        : 0.0f;
    }
#pragma unroll
    for (int e = 0; e < kBlockN * kBlockK / kThreads; ++e) {
      int index = tid + e * kThreads;
      int r = index / kBlockN, c = index % kBlockN;
      tileB[r][c] = k + r < K && block_col + c < N
                        ? B[(k + r) * ldb + block_col + c]
                        : 0.0f;
    }
    __syncthreads();
#pragma unroll
    for (int kk = 0; kk < kBlockK; ++kk)
      outer_product(acc, &tileA[kk][thread_row], &tileB[kk][thread_col]);
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < kThreadM; ++i)
#pragma unroll
    for (int j = 0; j < kThreadN; ++j)
      if (block_row + thread_row + i < M && block_col + thread_col + j < N)
        C[(block_row + thread_row + i) * ldc + block_col + thread_col + j] =
            acc[i][j];
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N,
                       int K) {
  dim3 grid((N + kBlockN - 1) / kBlockN, (M + kBlockM - 1) / kBlockM);
  gemm_192x128<<<grid, kThreads>>>(A, B, C, M, N, K, K, N, N);
}
